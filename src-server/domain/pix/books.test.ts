import { describe, expect, test } from 'vitest';
import {
  type Booking,
  incomingBookDifferences,
  type OrderInBooks,
  orderBookDifferences,
  unmatchedDifference,
} from './books.ts';
import type { OrderKind } from './words.ts';

const reserved: Booking = {
  type: 'transfer',
  clearingCents: 1_000,
  otherSide: 'ana',
  reversesId: null,
  isReversed: false,
};
const settled: Booking = {
  type: 'transfer',
  clearingCents: -1_000,
  otherSide: 'provider_cash',
  reversesId: null,
  isReversed: false,
};
const back: Booking = { ...settled, type: 'reversal', otherSide: 'ana', reversesId: 't1' };
const order: OrderInBooks = {
  transactionId: 't1',
  userId: 'ana',
  kind: 'pix',
  status: 'done',
  amountCents: 1_000,
  concludedById: 't2',
  reservation: reserved,
  conclusion: settled,
};
const texts = (changes: Partial<OrderInBooks>): string[] =>
  orderBookDifferences({ ...order, ...changes }).map(({ text }) => text.replace(/\s/g, ' '));

describe('an order agrees with the ledger', () => {
  test.each([
    ['a done order agrees with the ledger', {}],
    ['an open order agrees with the ledger', { status: 'processing', concludedById: null, conclusion: null }],
    [
      'a failed order with its money back agrees with the ledger',
      { status: 'failed', reservation: { ...reserved, isReversed: true }, conclusion: back },
    ],
    [
      'a returned order with its money back agrees with the ledger',
      { status: 'returned', reservation: { ...reserved, isReversed: true }, conclusion: back },
    ],
  ] as const)('%s', (_, changes) => {
    expect(texts(changes)).toEqual([]);
  });

  test.each([
    ['pix', 'transfer', 'provider_cash'],
    ['boleto', 'payment', 'provider_cash'],
    ['move_in', 'transfer', 'ana'],
    ['move_out', 'transfer', 'ana'],
  ] as [OrderKind, 'transfer' | 'payment', string][])(
    'an order of kind %s agrees with a ledger %s to %s',
    (kind, type, otherSide) => {
      const reservation = { ...reserved, type };
      expect(texts({ kind, reservation, conclusion: { ...settled, otherSide } })).toEqual([]);
      expect(texts({ kind, reservation, conclusion: { ...settled, otherSide: 'bia' } })).toEqual([
        'No livro-razão o dinheiro não chegou aonde o pedido diz',
      ]);
    },
  );
});

describe('an order differs from the ledger', () => {
  test('each difference of an order from the ledger names the order', () => {
    expect(orderBookDifferences({ ...order, reservation: null })).toEqual([
      {
        check: 'Cada pedido e cada recebimento está no livro-razão, de mesmo valor e situação',
        about: 'Pedido t1',
        text: 'A transação que reservou o dinheiro não existe no livro-razão',
      },
    ]);
  });

  test('an order reserved with another kind, amount or customer differs from the ledger', () => {
    const reservation: Booking = { ...reserved, type: 'payment', clearingCents: 999, otherSide: 'bia' };
    expect(texts({ reservation })).toEqual([
      'No pedido: PIX enviado; no livro-razão: Pagamento',
      'Valor no pedido: R$ 10,00; reservado no livro-razão: R$ 9,99',
      'O dinheiro não foi reservado em uma conta de quem fez o pedido',
    ]);
  });

  test('an open order whose money is back already differs from the ledger', () => {
    for (const status of ['reserved', 'sending', 'processing'] as const)
      expect(texts({ status, conclusion: null, reservation: { ...reserved, isReversed: true } })).toEqual([
        'No pedido: em processamento; no livro-razão o dinheiro já voltou',
      ]);
  });

  test('a finished order without a concluding entry differs from the ledger', () => {
    for (const status of ['done', 'failed', 'returned'] as const)
      expect(texts({ status, conclusion: null })).toEqual([
        'A transação t2, que o concluiu, não existe no livro-razão',
      ]);
    expect(texts({ conclusion: null, concludedById: null })).toEqual([
      'A transação (nenhuma), que o concluiu, não existe no livro-razão',
    ]);
  });

  test('a done order whose money went back differs from the ledger', () => {
    expect(texts({ reservation: { ...reserved, isReversed: true } })).toEqual([
      'No pedido: concluída; no livro-razão o dinheiro voltou',
    ]);
    for (const change of [{ isReversed: true }, { reversesId: 't1' }])
      expect(texts({ conclusion: { ...settled, ...change } })).toEqual([
        'No pedido: concluída; no livro-razão foi estornada',
      ]);
  });

  test('an order done with another amount differs from the ledger', () => {
    expect(texts({ conclusion: { ...settled, clearingCents: -999 } })).toEqual([
      'Valor no pedido: R$ 10,00; concluído no livro-razão: R$ 9,99',
    ]);
  });

  test('a failed order whose own money is not back differs from the ledger', () => {
    const missing = ['No pedido: não concluída; no livro-razão o dinheiro não voltou'];
    expect(texts({ status: 'failed', conclusion: back })).toEqual(missing);
    const reservation = { ...reserved, isReversed: true };
    expect(texts({ status: 'failed', reservation, conclusion: { ...back, reversesId: 't9' } })).toEqual(
      missing,
    );
    expect(texts({ status: 'failed', reservation: null, conclusion: back })).toContain(missing[0]);
  });
});

describe('money that came in', () => {
  const incoming = {
    providerId: 'pay_1',
    userId: 'ana',
    transactionId: 't1',
    amountCents: 500,
    booking: { cents: 500, otherSide: 'ana' },
  };

  test('an incoming payment agrees with the ledger', () => {
    expect(incomingBookDifferences(incoming)).toEqual([]);
  });

  test('an incoming payment missing, of another amount or for another account differs from the ledger', () => {
    const found = (booking: { cents: number; otherSide: string } | null) =>
      incomingBookDifferences({ ...incoming, booking }).map(
        ({ about, text }) => `${about}: ${text.replace(/\s/g, ' ')}`,
      );
    expect(found(null)).toEqual([
      'Recebimento pay_1: A transação t1, que o lançou, não existe no livro-razão',
    ]);
    expect(found({ cents: 501, otherSide: 'bia' })).toEqual([
      'Recebimento pay_1: Valor no recebimento: R$ 5,00; no livro-razão: R$ 5,01',
      'Recebimento pay_1: O dinheiro não foi lançado em uma conta de quem o recebeu',
    ]);
  });
});

test('a transaction that no record explains is named with the amount it moved, whatever its sign', () => {
  for (const amountCents of [-250, 250])
    expect(unmatchedDifference('incoming', { transactionId: 't7', amountCents })).toMatchObject({
      about: 'Transação t7',
      text: 'R$\u00a02,50 entraram do provedor sem registro do recebimento',
    });
});
