import { describe, expect, test } from 'vitest';
import { adminProfileSchema, profileSchema, profileSchemaOf, sentProfileSchema } from './profile.ts';

const ana = {
  email: ' Ana@Correio.example ',
  phone: '(11) 98745-2031',
  street: 'Rua  Marechal Deodoro',
  number: '1240',
  complement: '',
  neighborhood: 'Centro',
  city: 'Santos',
  state: 'sp',
  zipCode: '09710-001',
  monthlyIncome: '7800.00',
};
const kept = {
  email: 'ana@correio.example',
  phone: '11987452031',
  street: 'Rua Marechal Deodoro',
  number: '1240',
  complement: null,
  neighborhood: 'Centro',
  city: 'Santos',
  state: 'SP',
  zipCode: '09710001',
  monthlyIncome: 780_000,
};

const complaints = (schema: typeof profileSchema | typeof adminProfileSchema, sent: object) =>
  Object.fromEntries(
    schema.safeParse(sent).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [],
  );

test('a profile comes in with masks and is kept without', () => {
  expect(profileSchema.parse(ana)).toEqual(kept);
  expect(profileSchema.parse({ ...ana, complement: ' Apto 2 ', monthlyIncome: 7800 })).toEqual({
    ...kept,
    complement: 'Apto 2',
  });
});

describe('the messages of section 5', () => {
  const wrong: [field: keyof typeof ana, values: unknown[], message: string][] = [
    ['email', ['', 'ana', 'ana@', undefined, null], 'Email inválido'],
    ['phone', ['', '119874520', '119874520310', '(20) 98745-2031', 'x', undefined], 'Telefone inválido'],
    ['street', ['', '  ', undefined, null], 'Rua é obrigatória'],
    ['number', ['', ' ', undefined], 'Número é obrigatório'],
    ['neighborhood', ['', '\u200b', undefined], 'Bairro é obrigatório'],
    ['city', ['', ' ', undefined], 'Cidade é obrigatória'],
    ['state', ['', 'S', 'SPX', undefined, null], 'Estado deve ter 2 caracteres'],
    ['state', ['XX', '12'], 'Estado inválido'],
    ['zipCode', ['', '0971000', '097100011', 'abcdefgh', undefined], 'CEP inválido'],
    [
      'monthlyIncome',
      ['0', '0.00', '-1', '', 'x', '1,50', '1e3', '0.001', undefined, null],
      'Renda mensal deve ser maior que zero',
    ],
  ];
  test.each(wrong)('%s %j: %s', (field, values, message) => {
    for (const value of values)
      expect(complaints(profileSchema, { ...ana, [field]: value }), String(value)).toEqual({
        [field]: message,
      });
  });

  test('are all told at once', () => {
    expect(Object.keys(complaints(profileSchema, {})).sort()).toEqual(
      Object.keys(ana)
        .filter((field) => field !== 'complement')
        .sort(),
    );
  });
});

test('of an administrator only the e-mail is asked; what is given follows the rules', () => {
  const nothing = Object.fromEntries(Object.keys(kept).map((field) => [field, null]));
  expect(adminProfileSchema.parse({ email: ana.email })).toEqual({ ...nothing, email: kept.email });
  const blank = Object.fromEntries(Object.keys(ana).map((field) => [field, ' ']));
  expect(adminProfileSchema.parse({ ...blank, email: ana.email })).toEqual({ ...nothing, email: kept.email });
  expect(adminProfileSchema.parse(ana)).toEqual(kept);
  expect(
    complaints(adminProfileSchema, { email: 'x', phone: '1', state: 'SPX', monthlyIncome: '0' }),
  ).toEqual({
    email: 'Email inválido',
    phone: 'Telefone inválido',
    state: 'Estado deve ter 2 caracteres',
    monthlyIncome: 'Renda mensal deve ser maior que zero',
  });
  expect([profileSchemaOf('cliente'), profileSchemaOf('admin')]).toEqual([profileSchema, adminProfileSchema]);
});

test('what is sent is text and nothing else', () => {
  expect(sentProfileSchema.parse({ ...ana, role: 'admin', cpf: '1' })).toEqual(ana);
  expect(complaints(sentProfileSchema as never, { phone: 11 })).toEqual({ phone: 'Telefone inválido' });
});
