import { refuse } from '#domain/refusal';

/** PostgreSQL's text holds no NUL, and no text that a person wrote has one. */
const NUL = '\u0000';

/**
 * Refuses an input (JSON, or the fields of a form) with a NUL in any of its texts, keys or file names: VALIDATION, with the
 * name of the field. What is nested costs no recursion.
 */
export function refuseNul(input: unknown): void {
  const seen: [name: string, value: unknown][] = [['', input]];
  for (let next = seen.pop(); next; next = seen.pop()) {
    const [name, value] = next;
    const text = value instanceof File ? value.name : value;
    if (name.includes(NUL) || (typeof text === 'string' && text.includes(NUL))) {
      const field = name.replaceAll(NUL, '');
      refuse('VALIDATION', {
        text: 'O texto tem um caractere que não é permitido',
        fields: field === '' ? {} : { [field]: 'Caractere não permitido' },
      });
    }
    if (typeof value !== 'object' || value === null || value instanceof Blob) continue;
    for (const [key, inner] of Object.entries(value))
      seen.push([name === '' ? key : `${name}.${key}`, inner]);
  }
}
