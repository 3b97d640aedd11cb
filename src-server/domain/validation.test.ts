import { expect, test } from 'vitest';
import { z } from 'zod';
import { validationMessage } from './validation.ts';

const messageOf = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input, { error: validationMessage }).error?.issues[0]?.message;

test.each([
  ['a missing field', z.object({ a: z.string() }), {}, 'Campo obrigatório'],
  ['another type', z.object({ a: z.string() }), { a: 1 }, 'Valor inválido'],
  ['too little', z.number().min(2), 1, 'Valor abaixo do mínimo permitido'],
  ['too much', z.string().max(1), 'ab', 'Valor acima do máximo permitido'],
  ['a field too many', z.strictObject({}), { b: 1 }, 'Campo desconhecido'],
  ['a missing choice', z.enum(['x']), undefined, 'Valor inválido'],
  ['a wrong form', z.email(), 'x', 'Valor inválido'],
] as const)('the message for %s is in Portuguese', (_, schema, input, message) => {
  expect(messageOf(schema, input)).toBe(message);
});
