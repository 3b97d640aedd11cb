import { expect, test } from 'vitest';
import { Refusal } from '#domain/refusal';
import {
  giveBackSchema,
  lastReturnDay,
  leftToReturnCents,
  refuseReturn,
  returnReasonInWords,
} from './returns.ts';

const received = {
  amountCents: 8_000,
  // 1 March in São Paulo.
  arrivedAt: new Date('2026-03-02T02:30:00Z'),
  returnedCents: 6_800,
  isTakenBack: false,
};

function refusalOf(change: Partial<typeof received>, amountCents: number, today = '2026-03-10') {
  try {
    refuseReturn({ ...received, ...change }, amountCents, today);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `${error.code}: ${error.details.text?.replaceAll('\u00a0', ' ')}`;
  }
}

test('a PIX is given back until 90 days after the bank’s date on which it came', () => {
  expect(lastReturnDay(received.arrivedAt)).toBe('2026-05-30');
  expect(refusalOf({}, 1, '2026-05-30')).toBeNull();
  expect(refusalOf({}, 1, '2026-05-31')).toMatch(/^RETURN_TOO_LATE: O prazo de 90 dias .* em 30\/05\/2026/);
});

test('no more is given back than is left', () => {
  expect(refusalOf({}, 1_200)).toBeNull();
  expect(refusalOf({}, 1_201)).toMatch(/^RETURN_TOO_MUCH: Restam R\$ 12,00 a devolver/);
  for (const gone of [{ returnedCents: 8_000 }, { returnedCents: 8_001 }, { isTakenBack: true }]) {
    expect(refusalOf(gone, 1)).toBe('RETURN_TOO_MUCH: Este PIX já foi devolvido por inteiro');
    expect(leftToReturnCents({ ...received, ...gone })).toBe(0);
  }
});

test('another reason is told in words, a known one may be', () => {
  const asked = { id: 'x', amount: '1.00', reason: 'other' };
  expect(giveBackSchema.safeParse(asked).success).toBe(false);
  expect(giveBackSchema.safeParse({ ...asked, reasonText: '  ' }).success).toBe(false);
  expect(giveBackSchema.parse({ ...asked, reasonText: 'Troco' })).toMatchObject({ amount: 100 });
  expect(returnReasonInWords('other', 'Troco')).toBe('Troco');
  expect(returnReasonInWords('duplicate', null)).toBe('Pagamento em duplicidade');
  expect(returnReasonInWords('duplicate', 'segunda vez')).toBe('Pagamento em duplicidade: segunda vez');
});
