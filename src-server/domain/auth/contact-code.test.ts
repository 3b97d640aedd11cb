import { expect, test } from 'vitest';
import type { z } from 'zod';
import { refusalsOf } from '#domain/testing/refusals';
import { accessHistorySchema } from './access-history.ts';
import { closeAccountSchema } from './closing.ts';
import { confirmContactSchema } from './contact-code.ts';

test('a contact is confirmed by six digits, with or without spaces', () => {
  for (const code of ['123456', ' 123 456 ', '123456'.padStart(20)])
    expect(confirmContactSchema.parse({ channel: 'email', code })).toEqual({
      channel: 'email',
      code: '123456',
    });
  expect(confirmContactSchema.parse({ channel: 'phone', code: '000000' }).channel).toBe('phone');
});

test.each<[z.ZodType, object, Record<string, string>]>([
  [confirmContactSchema, { channel: 'fax', code: '123456' }, { channel: 'Contato desconhecido' }],
  ...['12345', '1234567', 'x123456', '123456x', '', '123456'.padStart(21)].map(
    (code): [z.ZodType, object, Record<string, string>] => [
      confirmContactSchema,
      { channel: 'email', code },
      { code: 'O código tem 6 números' },
    ],
  ),
  [closeAccountSchema, { password: '', confirmation: 'ENCERRAR' }, { password: 'Senha é obrigatória' }],
  [
    closeAccountSchema,
    { password: 'x', confirmation: 'encerrar' },
    { confirmation: 'Digite ENCERRAR para confirmar' },
  ],
  [closeAccountSchema, { password: 'x', confirmation: 'ENCERRAR' }, {}],
  ...['x1', '1x', '', '1'.repeat(16)].map((cursor): [z.ZodType, object, Record<string, string>] => [
    accessHistorySchema,
    { cursor },
    { cursor: 'Cursor inválido' },
  ]),
  [accessHistorySchema, { cursor: '1'.repeat(15) }, {}],
])(
  "an input about one's own account is refused only for its wrong fields (case %#)",
  (schema, input, refusals) => {
    expect(refusalsOf(schema, input)).toEqual(refusals);
  },
);
