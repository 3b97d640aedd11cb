import { expect, test } from 'vitest';
import type { z } from 'zod';
import { refusalsOf } from '#domain/testing/refusals';
import { ledgerListSchema } from './ledger.ts';
import { accountListSchema, userListSchema } from './lists.ts';

test.each<[string, z.ZodType, string, string[], string]>([
  ['users', userListSchema, 'role', ['cliente', 'admin'], 'Perfil inválido'],
  ['accounts', accountListSchema, 'type', ['checking', 'savings', 'investment', 'deposits'], 'Tipo inválido'],
  ['the ledger', ledgerListSchema, 'side', ['customers', 'bank', 'gates', 'all'], 'Lado inválido'],
  ['the ledger', ledgerListSchema, 'direction', ['in', 'out'], 'Direção inválida'],
])('the list of $0 takes only known words as the filter $2', (_, schema, field, words, message) => {
  for (const word of words) expect(schema.parse({ [field]: word })).toMatchObject({ [field]: word });
  expect(refusalsOf(schema, { [field]: 'other' })).toEqual({ [field]: message });
});
