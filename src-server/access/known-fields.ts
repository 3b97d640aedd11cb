import type { z } from 'zod';
import { toJSONSchema } from 'zod';
import { refuse } from '#domain/refusal';

/** What tRPC's client adds to the input of a list that is read page by page. */
const PAGING_DIRECTIONS: unknown[] = ['forward', 'backward'];

const known = new WeakMap<z.ZodType, ReadonlySet<string> | null>();

/** Refuses VALIDATION for a field that none of the schemas has, which Zod would leave out: a misspelt filter finds too much. */
export function refuseUnknown(input: unknown, schemas: readonly z.ZodType[]): void {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return;
  const fields = schemas.map(fieldsOf);
  if (fields.length === 0 || fields.includes(null)) return;
  const unknown = Object.entries(input).filter(
    ([name, value]) =>
      !fields.some((some) => some?.has(name)) && !(name === 'direction' && PAGING_DIRECTIONS.includes(value)),
  );
  if (unknown.length === 0) return;
  const names = unknown.map(([name]) => name.slice(0, 40));
  // Not as `fields`: a name such as `__proto__` cannot be the key of an answer.
  refuse('VALIDATION', { text: `Filtro desconhecido: ${names.slice(0, 5).join(', ')}` });
}

/** Null if the input is no object with fields of fixed names. */
function fieldsOf(schema: z.ZodType): ReadonlySet<string> | null {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const { properties } = toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const fields = properties ? new Set(Object.keys(properties)) : null;
  known.set(schema, fields);
  return fields;
}
