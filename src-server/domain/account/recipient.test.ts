import { expect, test } from 'vitest';
import { refusalsOf } from '#domain/testing/refusals';
import { nicknameSchema, recipientChangeSchema, recipientListSchema, shownTarget } from './recipient.ts';

test.each([
  ['account', '7992-7398', '7992-7398'],
  ['pix', '52998224725', '***.982.247-**'],
  ['pix', 'ana@correio.example', 'ana@correio.example'],
  ['pix', 'no key', 'no key'],
  ['boleto', '10492006506100010004200997263900989810000021403', null],
] as const)('the recipient %s %s is shown as %j in a copy of personal data', (kind, target, shown) => {
  expect(shownTarget({ kind, target })).toBe(shown);
});

test('recipients are listed by kind, five accounts by default', () => {
  expect(recipientListSchema.parse({})).toEqual({ kind: 'account', limit: 5 });
  for (const kind of ['account', 'pix', 'boleto'])
    expect(recipientListSchema.parse({ kind }).kind).toBe(kind);
  expect(refusalsOf(recipientListSchema, { kind: 'bank' })).toEqual({ kind: 'Tipo inválido' });
});

test('a nickname is cleaned, has 40 characters at most, and a blank one becomes null', () => {
  expect([' Mãe  querida ', '  ', null].map((text) => nicknameSchema.parse(text))).toEqual([
    'Mãe querida',
    null,
    null,
  ]);
  expect(nicknameSchema.parse('x'.repeat(40))).toHaveLength(40);
  expect(nicknameSchema.safeParse('x'.repeat(41)).error?.issues[0]?.message).toBe(
    'Deve ter no máximo 40 caracteres',
  );
});

test('a change of a recipient states its nickname, whether it is pinned, or both', () => {
  for (const change of [{ nickname: null }, { isPinned: false }, { nickname: 'Mãe', isPinned: true }])
    expect(recipientChangeSchema.parse({ id: 'r1', ...change })).toEqual({ id: 'r1', ...change });
  expect(refusalsOf(recipientChangeSchema, { id: 'r1' })).toEqual({
    '': 'Informe o apelido, se é fixado ou até quanto você confia',
  });
});
