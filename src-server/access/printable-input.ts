import { refuse } from '#domain/refusal';

/** PostgreSQL text cannot hold NUL. */
const NUL = '\u0000';

type Place = { key: string; within: Place | null };

/** Refuses VALIDATION for a NUL in any text, key or file name. Iterative: deep nesting cannot overflow the stack. */
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
