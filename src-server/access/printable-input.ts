import { refuse } from '#domain/refusal';

/** PostgreSQL text cannot hold NUL. */
const NUL = '\u0000';

type Place = { key: string | number; value: object; within: Place | null };

/**
 * Refuses VALIDATION for a NUL in any text, key or file name. Iterative: deep nesting cannot overflow the stack. Runs
 * before the schema, also on requests without a session: values that are neither list nor object cost no allocation.
 */
export function refuseNul(input: unknown): void {
  const open: Place[] = [];
  const look = (key: string | number, value: unknown, within: Place | null): void => {
    if (typeof value === 'string') refuseText(value, key, within);
    if (typeof value !== 'object' || value === null) return;
    if (value instanceof File) refuseText(value.name, key, within);
    else if (!(value instanceof Blob)) open.push({ key, value, within });
  };
  look('', input, null);
  for (let place = open.pop(); place; place = open.pop()) {
    const { value } = place;
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) look(index, value[index], place);
      continue;
    }
    for (const [key, inner] of Object.entries(value)) {
      if (key.includes(NUL)) refuseAt(key, place);
      look(key, inner, place);
    }
  }
}

function refuseText(text: string, key: string | number, within: Place | null): void {
  if (text.includes(NUL)) refuseAt(key, within);
}

function refuseAt(key: string | number, within: Place | null): never {
  const keys = [key];
  for (let at = within; at?.within; at = at.within) keys.push(at.key);
  const field = keys.reverse().join('.').replaceAll(NUL, '');
  return refuse('VALIDATION', {
    text: 'O texto tem um caractere que não é permitido',
    fields: field === '' ? {} : { [field]: 'Caractere não permitido' },
  });
}
