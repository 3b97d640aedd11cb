import { describe, expect, test } from 'vitest';
import {
  balanceDifference,
  clearingDifference,
  incomingDifference,
  incomingRepair,
  notBooked,
  type ObjectAtProvider,
  orderDifferences,
  orderRepair,
  unknownObject,
} from './comparison.ts';
import type { OrderStatus } from './words.ts';

const plain = (difference: { text: string } | null | undefined) => difference?.text.replaceAll('\u00a0', ' ');

const order = (status: OrderStatus) => ({ transactionId: 't1', status, amountCents: 1_050 });
const at = (status: string, more: Partial<ObjectAtProvider> = {}): ObjectAtProvider => ({
  id: 'p1',
  status,
  amountCents: 1_050,
  externalReference: 't1',
  ...more,
});
const texts = (status: OrderStatus, ...objects: ObjectAtProvider[]) =>
  orderDifferences(order(status), objects).map(plain);

describe('an order and the provider', () => {
  test('an order agrees with the provider when both are done, both failed, or it is still open', () => {
    expect(texts('done', at('DONE'))).toEqual([]);
    expect(texts('done', at('PAID'))).toEqual([]);
    expect(texts('failed')).toEqual([]);
    expect(texts('failed', at('FAILED'))).toEqual([]);
    expect(texts('returned', at('REFUNDED'))).toEqual([]);
    expect(texts('reserved')).toEqual([]);
    expect(texts('sending')).toEqual([]);
    expect(texts('sending', at('PENDING'))).toEqual([]);
    expect(texts('processing', at('BANK_PROCESSING'))).toEqual([]);
  });

  test('an order that its receiver gave back as a whole agrees with a refunded one, of a part not', () => {
    const given = (cameBackCents: number, status: OrderStatus = 'done') =>
      orderDifferences({ ...order(status), cameBackCents }, [at('REFUNDED')]).map(plain);
    expect(given(1_050)).toEqual([]);
    expect(given(1_049)).toEqual(['No banco: concluída; no provedor (p1): não concluído']);
    expect(given(1_050, 'processing')).toHaveLength(1);
    expect(orderDifferences({ ...order('done'), cameBackCents: 1_050 }, [at('FAILED')])).toHaveLength(1);
    const heldBack = { ...order('done'), cameBackCents: 1_050, isHeldBack: true };
    expect(orderDifferences(heldBack, [at('FAILED')])).toEqual([]);
    expect(orderDifferences({ ...heldBack, cameBackCents: 1_049 }, [at('FAILED')])).toHaveLength(1);
  });

  test('an order differs from the provider in number, amount or result', () => {
    expect(texts('done', at('DONE'), at('DONE', { id: 'p2' }))).toEqual([
      'Há 2 pagamentos no provedor para um só pedido',
    ]);
    expect(texts('done')).toEqual(['No banco: concluída; no provedor não existe']);
    expect(texts('processing')).toEqual(['No banco: em processamento; no provedor não existe']);
    expect(texts('returned', at('DONE'))).toEqual(['No banco: devolvida; no provedor (p1): concluído']);
    expect(texts('failed', at('PENDING'))).toEqual([
      'No banco: não concluída; no provedor (p1): em processamento',
    ]);
    expect(texts('processing', at('DONE'))).toEqual([
      'No banco: em processamento; no provedor (p1): concluído',
    ]);
    expect(texts('done', at('DONE', { amountCents: 1 }))).toEqual([
      'Valor no banco: R$ 10,50; no provedor (p1): R$ 0,01',
    ]);
  });
});

const NONE = { returnedCents: 0, returningCents: 0 };

describe('money that came in', () => {
  const booked = { providerId: 'pay_1', amountCents: 500, isTakenBack: false, ...NONE };
  test('an incoming payment agrees only when the provider has the same amount and status', () => {
    expect(incomingDifference(booked, { amountCents: 500, status: 'RECEIVED', refundedCents: 0 })).toBeNull();
    expect(
      plain(incomingDifference(booked, { amountCents: 501, status: 'RECEIVED', refundedCents: 0 })),
    ).toContain('R$ 5,01');
    expect(
      plain(incomingDifference(booked, { amountCents: 500, status: 'REFUNDED', refundedCents: 0 })),
    ).toContain('REFUNDED');
    expect(plain(incomingDifference(booked, null))).toContain('não existe');
    const takenBack = { ...booked, isTakenBack: true };
    expect(
      incomingDifference(takenBack, { amountCents: 500, status: 'REFUNDED', refundedCents: 0 }),
    ).toBeNull();
    expect(
      plain(incomingDifference(takenBack, { amountCents: 500, status: 'RECEIVED', refundedCents: 0 })),
    ).toBe('R$ 5,00 devolvidos no banco; no provedor a situação é RECEIVED');
  });
});

describe('money that went back in parts', () => {
  const booked = { providerId: 'pay_1', amountCents: 500, isTakenBack: false, ...NONE };
  const there = (refundedCents: number, status = 'RECEIVED') => ({ amountCents: 500, status, refundedCents });
  test('returns agree with the refunds of the provider, those on their way with or without', () => {
    const returned = { ...booked, returnedCents: 200, returningCents: 100 };
    expect(incomingDifference(returned, there(200))).toBeNull();
    expect(incomingDifference(returned, there(300))).toBeNull();
    expect(plain(incomingDifference(returned, there(199)))).toContain('no provedor: R$ 1,99');
    expect(plain(incomingDifference(returned, there(301)))).toContain('no provedor: R$ 3,01');
    const whole = { ...booked, returnedCents: 500 };
    expect(incomingDifference(whole, there(500, 'REFUNDED'))).toBeNull();
  });

  test('a refund that the bank did not ask for is a difference', () => {
    expect(plain(incomingDifference(booked, there(120)))).toBe(
      'Devoluções no banco: R$ 0,00; no provedor: R$ 1,20',
    );
  });
});

describe('balances', () => {
  test('balances must be equal, or differ by no more than the money in transit', () => {
    const none = { outCents: 0, inCents: 0 };
    expect(balanceDifference('1', 700, 700, none)).toBeNull();
    expect(plain(balanceDifference('1', 700, 699, none))).toBe(
      'Saldo no banco: R$ 7,00; no provedor: R$ 6,99',
    );
    expect(balanceDifference('1', 700, 701, none)).not.toBeNull();
    const some = { outCents: 100, inCents: 50 };
    for (const provider of [700, 750, 800, 850])
      expect(balanceDifference('1', 700, provider, some)).toBeNull();
    expect(plain(balanceDifference('1', 700, 851, some))).toContain('em trânsito: R$ 1,50');
    expect(balanceDifference('1', 700, 699, some)).not.toBeNull();
    const even = { outCents: 50, inCents: 50 };
    expect(plain(balanceDifference('1', 700, 801, even))).toContain('em trânsito: R$ 1,00');
    expect(plain(balanceDifference('1', 700, 702, { outCents: 1, inCents: 0 }))).toContain(
      'em trânsito: R$ 0,01',
    );
  });

  test('the money in transit equals what open orders hold', () => {
    expect(clearingDifference(30, 30)).toBeNull();
    expect(plain(clearingDifference(30, 20))).toBe('Saldo: R$ 0,30; pedidos abertos: R$ 0,20');
  });
});

describe('what a reconciliation says', () => {
  test('a repair says what was wrong and how it ended', () => {
    expect(orderRepair('t1', 'sending', 'failed')).toEqual({
      about: 'Pedido t1',
      text: 'Estava em processamento; o provedor disse o desfecho: não concluída',
    });
    const payment = { id: 'pay_1', amountCents: 500 };
    expect(plain(incomingRepair(payment, 'booked'))).toBe('R$ 5,00 entraram sem aviso: lançados agora');
    expect(plain(incomingRepair(payment, 'takenBack'))).toBe(
      'R$ 5,00 voltaram a quem pagou: estornados agora',
    );
    expect(incomingRepair(payment, 'booked').about).toBe('Recebimento pay_1');
  });

  test('a payment that only the provider knows is named with its reference', () => {
    expect(plain(unknownObject(at('DONE')))).toBe(
      'R$ 10,50 no provedor, sem pedido no banco (referência: t1)',
    );
    expect(plain(unknownObject(at('DONE', { externalReference: null })))).toContain('(referência: nenhuma)');
    expect(plain(notBooked({ id: 'pay_1', amountCents: 1 }))).toBe(
      'R$ 0,01 no provedor, sem lançamento no banco',
    );
  });

  test('a received payment whose status is another at the provider says so', () => {
    const booked = { providerId: 'pay_1', amountCents: 500, isTakenBack: false, ...NONE };
    expect(
      plain(incomingDifference(booked, { amountCents: 500, status: 'CONFIRMED', refundedCents: 0 })),
    ).toBe('R$ 5,00 lançados no banco; no provedor a situação é CONFIRMED');
    expect(
      incomingDifference(booked, { amountCents: 500, status: 'RECEIVED_IN_CASH', refundedCents: 0 }),
    ).toBeNull();
  });
});
