import { ANSWER_WORDS } from '#server/http/answer-words';
import { hasOwnWords, wordsOf } from '#server/http/field-words';
import type { FieldWords } from '#server/http/word-parts';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const BRANCHES = ['anyOf', 'oneOf', 'allOf'] as const;

/** The schema with the words of `wordsFor` added to its fields, at any depth. */
function described(schema: unknown, wordsFor: (field: string) => FieldWords | null): unknown {
  if (!isObject(schema)) return schema;
  const within = (inner: unknown) => described(inner, wordsFor);
  const copy: Json = { ...schema };
  for (const branch of BRANCHES) if (Array.isArray(copy[branch])) copy[branch] = copy[branch].map(within);
  if (copy.items !== undefined) copy.items = within(copy.items);
  if (isObject(copy.properties))
    copy.properties = Object.fromEntries(
      Object.entries(copy.properties).map(([field, inner]) => [
        field,
        withWords(within(inner), wordsFor(field)),
      ]),
    );
  return copy;
}

function withWords(schema: unknown, words: FieldWords | null): unknown {
  if (!words || !isObject(schema)) return schema;
  const { about, example } = words;
  return { ...schema, description: about, ...(example !== undefined && { examples: [example] }) };
}

/** What a caller sends to a procedure: each field with description and example. */
export const describedInput = (procedure: string, schema: unknown): unknown =>
  described(schema, (field) => wordsOf(procedure, field));

export const describedField = (procedure: string, field: string, schema: unknown): unknown =>
  withWords(describedInput(procedure, schema), wordsOf(procedure, field));

export const describedAnswer = (schema: unknown): unknown =>
  described(schema, (field) => (ANSWER_WORDS[field] ? { about: ANSWER_WORDS[field] } : null));

/** A body as a person would write it; undefined if there is nothing to write. */
export function exampleOf(procedure: string, schema: unknown): Json | undefined {
  if (!isObject(schema)) return undefined;
  const first = BRANCHES.map((branch) => schema[branch]).find(Array.isArray)?.[0];
  if (first !== undefined) return exampleOf(procedure, first);
  if (!isObject(schema.properties)) return undefined;
  const written = Object.entries(schema.properties).map(([field, inner]) => {
    const nested = hasOwnWords(procedure, field) ? undefined : exampleOf(procedure, inner);
    return [field, wordsOf(procedure, field)?.example ?? nested] as const;
  });
  const given = written.filter(([, value]) => value !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}
