import { refuse } from '#domain/refusal';

/** PostgreSQL's text holds no NUL, and no text that a person wrote has one. */
const NUL = '\u0000';

/** Where a value stands: its key, and what it stands in. */
type Place = { key: string; within: Place | null };

/**
 * Refuses an input (JSON, or the fields of a form) with a NUL in any of its texts, keys or file names: VALIDATION, with the
 * name of the field. What is nested costs no recursion, and each key is looked at once, however much stands under it.
 */
export function refuseNul(input: unknown): void {
  const seen: [place: Place | null, value: unknown][] = [[null, input]];
  for (let next = seen.pop(); next; next = seen.pop()) {
    const [place, value] = next;
    const text = value instanceof File ? value.name : value;
    if (typeof text === 'string' && text.includes(NUL)) refuseAt(place);
    if (typeof value !== 'object' || value === null || value instanceof Blob) continue;
    for (const [key, inner] of Object.entries(value)) {
      const own = { key, within: place };
      if (key.includes(NUL)) refuseAt(own);
      seen.push([own, inner]);
    }
  }
}

function refuseAt(place: Place | null): never {
  const keys: string[] = [];
  for (let at = place; at; at = at.within) keys.push(at.key);
  const field = keys.reverse().join('.').replaceAll(NUL, '');
  return refuse('VALIDATION', {
    text: 'O texto tem um caractere que não é permitido',
    fields: field === '' ? {} : { [field]: 'Caractere não permitido' },
  });
}
