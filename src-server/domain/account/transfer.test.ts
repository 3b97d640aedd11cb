import { describe, expect, it } from 'vitest';
import { adjustSchema, receiveSchema, transferSchema } from './transfer.ts';

const good = { accountNumber: '7992-7392', amount: '12.34', description: 'Almoço' };
const message = (input: unknown, field: string) =>
  transferSchema.safeParse(input).error?.issues.find((issue) => issue.path[0] === field)?.message;

describe('transfer', () => {
  it('a transfer amount, number or decimal text, becomes integer cents', () => {
    for (const [amount, cents] of [
      ['12.34', 1234],
      ['12', 1200],
      ['12.3', 1230],
      [12.34, 1234],
      [0.01, 1],
      ['0.29', 29],
    ] as const) {
      expect(transferSchema.parse({ ...good, amount }).amount).toBe(cents);
    }
  });

  it('a transfer refuses an invalid, zero or negative amount', () => {
    const wrong = [
      '0.001',
      '1,50',
      '1e2',
      true,
      [],
      '',
      ' 1',
      '+1',
      '.5',
      '1.',
      null,
      undefined,
      {},
      1e21,
      0.001,
      Number.NaN,
    ];
    for (const amount of wrong) expect(message({ ...good, amount }, 'amount')).toBe('Valor inválido');
    for (const amount of ['0', 0, '0.00', '-1', -0.01]) {
      expect(message({ ...good, amount }, 'amount')).toBe('Valor deve ser maior que zero');
    }
  });

  it('a transfer description needs 3 to 140 visible characters', () => {
    for (const description of ['', 'ab', '  a  ', '\u0000\u0001\u0002', 'a\u202e', undefined, 5]) {
      expect(message({ ...good, description }, 'description')).toBe('Descrição é obrigatória');
    }
    expect(message({ ...good, description: 'x'.repeat(141) }, 'description')).toContain('140');
    expect(transferSchema.parse({ ...good, description: 'x'.repeat(140) }).description).toHaveLength(140);
    expect(transferSchema.parse({ ...good, description: ' Pix ' }).description).toBe('Pix');
  });

  it('an idempotency key must be 1 to 255 characters that a header can carry', () => {
    for (const idempotencyKey of ['k', 'a b', 'x'.repeat(255)])
      expect(transferSchema.safeParse({ ...good, idempotencyKey }).success).toBe(true);
    for (const idempotencyKey of ['', 'x'.repeat(256), 'a\u0000b', 'ção', null, 1])
      expect(transferSchema.safeParse({ ...good, idempotencyKey }).error?.issues[0]?.message).toBe(
        'Chave de idempotência inválida',
      );
  });

  it('a transfer drops unknown fields', () => {
    expect(transferSchema.parse({ ...good, actorId: 'x' })).toEqual({
      ...good,
      amount: 1234,
      idempotencyKey: undefined,
    });
  });

  it('a charge by QR code has the same rules as a transfer', () => {
    expect(
      receiveSchema.safeParse({ amount: '0', description: 'ab' }).error?.issues.map((issue) => issue.message),
    ).toEqual(['Valor deve ser maior que zero', 'Descrição é obrigatória']);
  });
});

describe('adjustment', () => {
  it('an adjustment has a signed non-zero amount and a reason', () => {
    const adjustment = { id: 'account', reason: 'Depósito em espécie' };
    expect(adjustSchema.parse({ ...adjustment, amount: '-10.50' }).amount).toBe(-1050);
    expect(adjustSchema.parse({ ...adjustment, amount: 10.5 }).amount).toBe(1050);
    for (const amount of ['0', '0.00', '-0', 0]) {
      expect(adjustSchema.safeParse({ ...adjustment, amount }).error?.issues[0]?.message).toBe(
        'Valor deve ser diferente de zero',
      );
    }
    expect(
      adjustSchema.safeParse({ ...adjustment, amount: 1, reason: ' a ' }).error?.issues[0]?.message,
    ).toBe('Motivo é obrigatório');
    expect(adjustSchema.parse({ ...adjustment, amount: -0.01, reason: 'Fim' }).amount).toBe(-1);
    expect(adjustSchema.safeParse({ ...adjustment, amount: 1, reason: 'ab' }).success).toBe(false);
  });
});
