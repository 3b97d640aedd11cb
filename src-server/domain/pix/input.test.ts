import { describe, expect, test } from 'vitest';
import { writeBrCode } from './br-code.ts';
import { pixTransferSchema, readPixTarget } from './input.ts';

const KEY = '123e4567-e89b-12d3-a456-426614174000';
const code = (amountCents: number | null) =>
  writeBrCode({ key: KEY, name: 'Maria Luz', city: 'Sao Paulo', amountCents });

describe('the PIX target that a text names', () => {
  test('a pasted PIX key gives its canonical form without name or amount', () => {
    expect(readPixTarget(' Maria@Correio.example ')).toEqual({
      key: { type: 'EMAIL', canonical: 'maria@correio.example' },
      name: null,
      amountCents: null,
    });
    expect(readPixTarget('529.982.247-25')).toMatchObject({ key: { type: 'CPF', canonical: '52998224725' } });
  });

  test('a pasted PIX code gives its key, name and amount if it has one', () => {
    const key = { type: 'EVP', canonical: KEY };
    expect(readPixTarget(code(1_050))).toEqual({ key, name: 'Maria Luz', amountCents: 1_050 });
    expect(readPixTarget(` ${code(null)}\n`)).toEqual({ key, name: 'Maria Luz', amountCents: null });
  });

  test.each([
    ['', 'Chave PIX inválida'],
    ['529.982.247-26', 'Chave PIX inválida'],
    [`${code(1_050).slice(0, -1)}0`, 'Código PIX inválido: confira se ele foi copiado inteiro'],
    ['000201', 'Código PIX inválido'],
  ])('the PIX text "%s" is refused: %s', (text, fault) => {
    expect(readPixTarget(text)).toEqual({ fault });
  });
});

test.each([
  ['1', 'Chave PIX inválida'],
  [' ', 'Chave PIX é obrigatória'],
  [undefined, 'Chave PIX é obrigatória'],
])('a PIX to the key %j is refused for its key alone: %s', (pixKey, message) => {
  expect(pixTransferSchema.safeParse({ pixKey, amount: 1 }).error?.issues).toMatchObject([
    { path: ['pixKey'], message },
  ]);
});

test('a PIX code of 512 characters is the longest', () => {
  const codeOf = (length: number) => `000201${'x'.repeat(length - 6)}`;
  const messageOf = (pixKey: string) =>
    pixTransferSchema.safeParse({ pixKey, amount: 1 }).error?.issues[0]?.message;
  expect(messageOf(codeOf(512))).toBe('Código PIX inválido');
  expect(messageOf(codeOf(513))).toBe('Chave PIX inválida');
});

test('a dynamic PIX code gives the code, and an invalid key in one is refused', () => {
  const payload = writeBrCode({ url: 'pix.example.com/qr/v2/1', name: 'Ana', city: 'Santos' });
  const target = { key: null, name: 'Ana', amountCents: null, payload };
  expect(readPixTarget(` ${payload}\n`)).toEqual(target);
  expect(pixTransferSchema.parse({ pixKey: payload, amount: '7.00' })).toMatchObject({
    pixKey: target,
    amount: 700,
  });
  expect(readPixTarget(writeBrCode({ key: 'nada', name: 'Ana', city: 'Santos' }))).toEqual({
    fault: 'Este código não tem uma chave PIX',
  });
});

describe('a PIX to be sent', () => {
  const parse = (input: object) => pixTransferSchema.safeParse(input);

  test('a PIX transfer pays the amount of its code and no other', () => {
    expect(parse({ pixKey: code(1_050), amount: '10.50' })).toMatchObject({
      success: true,
      data: { amount: 1_050 },
    });
    expect(parse({ pixKey: code(null), amount: '7' })).toMatchObject({
      success: true,
      data: { amount: 700 },
    });
    expect(parse({ pixKey: code(1_050), amount: '10.51' }).error?.issues).toMatchObject([
      { path: ['amount'], message: expect.stringMatching(/^O valor deste código é R\$\s10,50$/) },
    ]);
  });
});
