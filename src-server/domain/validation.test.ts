import { expect, test } from 'vitest';
import { z } from 'zod';
import { validationMessage } from './validation.ts';

const messageOf = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input, { error: validationMessage }).error?.issues[0]?.message;

test.each([
  ['a missing field', z.object({ a: z.string() }), {}, 'Campo obrigatório'],
  ['a value of another type', z.object({ a: z.string() }), { a: 1 }, 'Valor inválido'],
  ['a number below its minimum', z.number().min(2), 1, 'Valor abaixo do mínimo permitido'],
  ['a text above its maximum length', z.string().max(1), 'ab', 'Valor acima do máximo permitido'],
  ['an unknown field', z.strictObject({}), { b: 1 }, 'Campo desconhecido'],
  ['a missing choice of a list', z.enum(['x']), undefined, 'Valor inválido'],
  ['an invalid e-mail address', z.email(), 'x', 'Valor inválido'],
] as const)('the message for %s is in Portuguese', (_, schema, input, message) => {
  expect(messageOf(schema, input)).toBe(message);
});
