import { describe, expect, test } from 'vitest';
import {
  type OrderWithIntent,
  orderIntentDifference,
  type WaitingWithIntent,
  waitingIntentDifference,
} from './intent-books.ts';

const intent = {
  userId: 'ana',
  kind: 'pix_company',
  amountCents: 1_000,
  state: 'done',
  transactionId: 't1',
} as const;
const order: OrderWithIntent = {
  ...{ transactionId: 't1', userId: 'ana', kind: 'pix', status: 'done', amountCents: 1_000 },
  intent,
};
const waiting: WaitingWithIntent = {
  ...{ transactionId: 'w1', userId: 'ana', status: 'paid', paymentId: 't1' },
  intent,
};

const plain = (text?: string) => text?.replace(/\s/g, ' ');

describe('an order and its payment', () => {
  test.each<[Partial<OrderWithIntent>]>([
    [{}],
    [{ status: 'sending', intent: { ...intent, state: 'executing' } }],
    [{ status: 'returned', intent: { ...intent, state: 'returned' } }],
    [{ kind: 'move_in', intent: { ...intent, kind: 'move_in' } }],
  ])('agree: case %#', (changes) => {
    expect(orderIntentDifference({ ...order, ...changes })).toBeNull();
  });

  test.each<[Partial<OrderWithIntent>, string]>([
    [{ intent: null }, 'O seu pagamento não existe'],
    [{ status: 'processing' }, 'Situação do pedido: em processamento; do pagamento: concluído'],
    [{ amountCents: 999 }, 'Valor: R$ 9,99; do pagamento: R$ 10,00'],
    [{ kind: 'boleto' }, 'O seu pagamento é outro'],
    [{ userId: 'bia' }, 'O seu pagamento é outro'],
    [{ transactionId: 't2' }, 'O seu pagamento é outro'],
  ])('differ: case %#', (changes, text) => {
    expect(plain(orderIntentDifference({ ...order, ...changes })?.text)).toBe(text);
  });
});

describe('a reservation and its payment', () => {
  const open = { status: 'waiting', paymentId: null } as const;
  test.each<[Partial<WaitingWithIntent>]>([
    [{}],
    [{ intent: { ...intent, state: 'executing' } }],
    [{ intent: { ...intent, state: 'failed' } }],
    [{ ...open, intent: { ...intent, state: 'held', transactionId: null } }],
    [{ ...open, status: 'undone', intent: { ...intent, state: 'cancelled', transactionId: null } }],
    [{ ...open, status: 'refused', intent: { ...intent, state: 'failed', transactionId: null } }],
  ])('agree: case %#', (changes) => {
    expect(waitingIntentDifference({ ...waiting, ...changes })).toBeNull();
  });

  test.each<[Partial<WaitingWithIntent>, string]>([
    [{ intent: null }, 'O seu pagamento não existe'],
    [{ ...open }, 'Situação da reserva: reservado; do pagamento: concluído'],
    [{ intent: { ...intent, state: 'held' } }, 'Situação da reserva: concluído; do pagamento: reservado'],
    [{ paymentId: 't2' }, 'O seu pagamento é outro'],
    [{ userId: 'bia' }, 'O seu pagamento é outro'],
  ])('differ: case %#', (changes, text) => {
    expect(plain(waitingIntentDifference({ ...waiting, ...changes })?.text)).toBe(text);
  });
});
