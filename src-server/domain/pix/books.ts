import { TRANSACTION_LABELS, type TransactionType } from '#domain/ledger/words';
import { formatBrl } from '#domain/money';
import { type Difference, PROVIDER_CHECKS } from './comparison.ts';
import { HELD_STATUS_LABELS, type HeldStatus } from './held.ts';
import {
  leavesCustomer,
  ORDER_KIND_LABELS,
  ORDER_STATUS_LABELS,
  type OrderKind,
  type OrderStatus,
} from './words.ts';

export const POSTING_TYPE: Record<OrderKind, Extract<TransactionType, 'transfer' | 'payment'>> = {
  pix: 'transfer',
  boleto: 'payment',
  move_in: 'transfer',
  move_out: 'transfer',
  return: 'transfer',
};

/** A ledger transaction of an order. `clearingCents`: its entry in `provider_clearing`, negative when money leaves it. */
export type Booking = {
  type: TransactionType;
  clearingCents: number;
  otherSide: string | null;
  reversesId: string | null;
  isReversed: boolean;
};

/** `reservation` or `conclusion` null: that transaction is missing. */
export type OrderInBooks = {
  transactionId: string;
  userId: string;
  kind: OrderKind;
  status: OrderStatus;
  amountCents: number;
  concludedById: string | null;
  reservation: Booking | null;
  conclusion: Booking | null;
};

/** Compares an order with the ledger alone, without asking the provider. */
export function orderBookDifferences(order: OrderInBooks): Difference[] {
  const texts = [...reservationTexts(order), ...conclusionTexts(order)];
  const about = `Pedido ${order.transactionId}`;
  return texts.map((text) => ({ check: PROVIDER_CHECKS.books, about, text }));
}

function reservationTexts({ reservation, kind, amountCents, userId }: OrderInBooks): string[] {
  if (!reservation) return ['A transação que reservou o dinheiro não existe no livro-razão'];
  const { type, clearingCents, otherSide } = reservation;
  const texts: string[] = [];
  if (type !== POSTING_TYPE[kind])
    texts.push(`No pedido: ${ORDER_KIND_LABELS[kind]}; no livro-razão: ${TRANSACTION_LABELS[type]}`);
  if (clearingCents !== amountCents)
    texts.push(
      `Valor no pedido: ${formatBrl(amountCents)}; reservado no livro-razão: ${formatBrl(clearingCents)}`,
    );
  if (otherSide !== userId) texts.push('O dinheiro não foi reservado em uma conta de quem fez o pedido');
  return texts;
}

function conclusionTexts(order: OrderInBooks): string[] {
  const { status, reservation, conclusion, concludedById, transactionId } = order;
  const label = ORDER_STATUS_LABELS[status].toLowerCase();
  const isBack = reservation?.isReversed === true;
  if (status !== 'done' && status !== 'failed' && status !== 'returned')
    return isBack ? [`No pedido: ${label}; no livro-razão o dinheiro já voltou`] : [];
  if (!conclusion)
    return [`A transação ${concludedById ?? '(nenhuma)'}, que o concluiu, não existe no livro-razão`];
  if (status === 'done')
    return isBack ? [`No pedido: ${label}; no livro-razão o dinheiro voltou`] : settled(order, conclusion);
  if (isBack && conclusion.reversesId === transactionId) return [];
  return [`No pedido: ${label}; no livro-razão o dinheiro não voltou`];
}

function settled({ kind, amountCents, userId }: OrderInBooks, conclusion: Booking): string[] {
  if (conclusion.reversesId !== null || conclusion.isReversed)
    return ['No pedido: concluída; no livro-razão foi estornada'];
  const texts: string[] = [];
  if (conclusion.clearingCents !== -amountCents)
    texts.push(
      `Valor no pedido: ${formatBrl(amountCents)}; concluído no livro-razão: ${formatBrl(-conclusion.clearingCents)}`,
    );
  const destination = leavesCustomer(kind) ? 'provider_cash' : userId;
  if (conclusion.otherSide !== destination)
    texts.push('No livro-razão o dinheiro não chegou aonde o pedido diz');
  return texts;
}

/** `booking` null: the transaction is missing. */
export type IncomingInBooks = {
  providerId: string;
  userId: string;
  transactionId: string;
  amountCents: number;
  booking: { cents: number; otherSide: string | null } | null;
};

export function incomingBookDifferences(incoming: IncomingInBooks): Difference[] {
  const { providerId, transactionId, amountCents, userId, booking } = incoming;
  const said = (text: string) => ({ check: PROVIDER_CHECKS.books, about: `Recebimento ${providerId}`, text });
  if (!booking) return [said(`A transação ${transactionId}, que o lançou, não existe no livro-razão`)];
  const differences: Difference[] = [];
  if (booking.cents !== amountCents)
    differences.push(
      said(`Valor no recebimento: ${formatBrl(amountCents)}; no livro-razão: ${formatBrl(booking.cents)}`),
    );
  if (booking.otherSide !== userId)
    differences.push(said('O dinheiro não foi lançado em uma conta de quem o recebeu'));
  return differences;
}

/** `booking`: its entry in `provider_cash`, and the account on the other side. `isReversed`: the money went back. */
export type HeldInBooks = {
  providerId: string;
  transactionId: string;
  status: HeldStatus;
  amountCents: number;
  /** An incoming payment of the same provider id. A released one without it was paid outside the bank, which reverses its holding. */
  isReceived: boolean;
  booking: { cents: number; otherSide: string | null; isReversed: boolean } | null;
};

export function heldBookDifferences(held: HeldInBooks): Difference[] {
  const { providerId, transactionId, status, amountCents, isReceived, booking } = held;
  const said = (text: string) => ({ check: PROVIDER_CHECKS.books, about: `PIX retido ${providerId}`, text });
  if (!booking) return [said(`A transação ${transactionId}, que o reteve, não existe no livro-razão`)];
  const texts: string[] = [];
  if (booking.cents !== amountCents)
    texts.push(`Valor retido: ${formatBrl(amountCents)}; no livro-razão: ${formatBrl(booking.cents)}`);
  if (booking.otherSide !== 'held_pix') texts.push('O dinheiro não foi lançado entre os PIX retidos');
  const label = HELD_STATUS_LABELS[status].toLowerCase();
  const isPaidOut = status === 'released' && !isReceived;
  if (!isPaidOut && booking.isReversed !== (status === 'returned'))
    texts.push(`No banco: ${label}; no livro-razão o dinheiro ${booking.isReversed ? '' : 'não '}voltou`);
  if ((isPaidOut && !booking.isReversed) || (status !== 'returned' && status !== 'released' && isReceived))
    texts.push(`No banco: ${label}; ${isReceived ? 'há' : 'não há'} recebimento na conta do cliente`);
  return texts.map(said);
}

const UNMATCHED = {
  reservation: 'reservados para um pedido que não existe',
  settlement: 'concluem um pedido que não existe ou que não os cita',
  incoming: 'entraram do provedor sem registro do recebimento',
} as const;
export type Unmatched = keyof typeof UNMATCHED;

export const unmatchedDifference = (
  how: Unmatched,
  { transactionId, amountCents }: { transactionId: string; amountCents: number },
): Difference => ({
  check: PROVIDER_CHECKS.books,
  about: `Transação ${transactionId}`,
  text: `${formatBrl(Math.abs(amountCents))} ${UNMATCHED[how]}`,
});
