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

test('a profile is accepted with masks and stored without them', () => {
  expect(profileSchema.parse(ana)).toEqual(kept);
  expect(profileSchema.parse({ ...ana, complement: ' Apto 2 ', monthlyIncome: 7800 })).toEqual({
    ...kept,
    complement: 'Apto 2',
  });
});

describe('profile messages', () => {
  const wrong: [field: keyof typeof ana, message: string, values: unknown[]][] = [
    ['email', 'E-mail inválido', ['', 'ana', 'ana@', undefined, null]],
    ['phone', 'Telefone inválido', ['', '119874520', '119874520310', '(20) 98745-2031', 'x', undefined]],
    ['street', 'Rua é obrigatória', ['', '  ', undefined, null]],
    ['number', 'Número é obrigatório', ['', ' ', undefined]],
    ['neighborhood', 'Bairro é obrigatório', ['', '\u200b', undefined]],
    ['city', 'Cidade é obrigatória', ['', ' ', undefined]],
    ['state', 'Estado deve ter 2 caracteres', ['', 'S', 'SPX', undefined, null]],
    ['state', 'Estado inválido', ['XX', '12']],
    ['zipCode', 'CEP inválido', ['', '0971000', '097100011', 'abcdefgh', undefined]],
    [
      'monthlyIncome',
      'Renda mensal deve ser maior que zero',
      ['0', '0.00', '-1', '', 'x', '1,50', '1e3', '0.001', undefined, null],
    ],
  ];
  test.each(wrong)('a wrong %s in a profile gets the message "%s"', (field, message, values) => {
    for (const value of values)
      expect(complaints(profileSchema, { ...ana, [field]: value }), String(value)).toEqual({
        [field]: message,
      });
  });

  test('all missing fields of a profile are reported at once', () => {
    expect(Object.keys(complaints(profileSchema, {})).sort()).toEqual(
      Object.keys(ana)
        .filter((field) => field !== 'complement')
        .sort(),
    );
  });
});

test("an administrator's profile needs only the e-mail, and other given fields follow the rules", () => {
  const nothing = Object.fromEntries(Object.keys(kept).map((field) => [field, null]));
  expect(adminProfileSchema.parse({ email: ana.email })).toEqual({ ...nothing, email: kept.email });
  const blank = Object.fromEntries(Object.keys(ana).map((field) => [field, ' ']));
  expect(adminProfileSchema.parse({ ...blank, email: ana.email })).toEqual({ ...nothing, email: kept.email });
  expect(adminProfileSchema.parse(ana)).toEqual(kept);
  expect(
    complaints(adminProfileSchema, { email: 'x', phone: '1', state: 'SPX', monthlyIncome: '0' }),
  ).toEqual({
    email: 'E-mail inválido',
    phone: 'Telefone inválido',
    state: 'Estado deve ter 2 caracteres',
    monthlyIncome: 'Renda mensal deve ser maior que zero',
  });
  expect([profileSchemaOf('cliente'), profileSchemaOf('admin')]).toEqual([profileSchema, adminProfileSchema]);
});

test('a sent profile must be text and drops unknown fields', () => {
  expect(sentProfileSchema.parse({ ...ana, role: 'admin', cpf: '1' })).toEqual(ana);
  expect(complaints(sentProfileSchema as never, { phone: 11 })).toEqual({ phone: 'Telefone inválido' });
});
