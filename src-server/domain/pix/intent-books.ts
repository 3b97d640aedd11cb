import { formatBrl } from '#domain/money';
import {
  INTENT_STATE_LABELS,
  type IntentKind,
  type IntentState,
  stateOfOrder,
  stateOfWaiting,
} from '#domain/protection/intent';
import type { WaitingStatus } from '#domain/protection/waiting';
import { type Difference, PROVIDER_CHECKS } from './comparison.ts';
import type { OrderKind, OrderStatus } from './words.ts';

/** A payment's row, which its order or reservation hangs on. */
type Intent = {
  userId: string;
  kind: IntentKind;
  amountCents: number;
  state: IntentState;
  transactionId: string | null;
};

/** `intent` null: missing. */
export type OrderWithIntent = {
  transactionId: string;
  userId: string;
  amountCents: number;
  kind: OrderKind;
  status: OrderStatus;
  intent: Intent | null;
};
export type WaitingWithIntent = {
  transactionId: string;
  userId: string;
  status: WaitingStatus;
  paymentId: string | null;
  intent: Pick<Intent, 'userId' | 'state' | 'transactionId'> | null;
};

const MISSING = 'O seu pagamento não existe';
const ANOTHER = 'O seu pagamento é outro';

/** Compares an order with the payment that it executes. */
export function orderIntentDifference(order: OrderWithIntent): Difference | null {
  const { intent, transactionId, kind } = order;
  const about = `Pedido ${transactionId}`;
  if (!intent) return said(about, MISSING);
  const state = stateOfOrder(order.status);
  if (intent.state !== state) return said(about, statesDiffer('do pedido', state, intent.state));
  const isKind = kind === 'pix' ? intent.kind.startsWith('pix_') : intent.kind === kind;
  const isSame = isKind && intent.transactionId === transactionId && intent.userId === order.userId;
  if (!isSame) return said(about, ANOTHER);
  if (order.amountCents === intent.amountCents) return null;
  return said(
    about,
    `Valor: ${formatBrl(order.amountCents)}; do pagamento: ${formatBrl(intent.amountCents)}`,
  );
}

/** Compares a reservation with its payment, which goes on by itself once it is made. */
export function waitingIntentDifference(waiting: WaitingWithIntent): Difference | null {
  const { intent, status, paymentId } = waiting;
  const about = `Reserva ${waiting.transactionId}`;
  if (!intent) return said(about, MISSING);
  const state = stateOfWaiting(status, false);
  if (status === 'paid' ? !GONE_ON.includes(intent.state) : intent.state !== state)
    return said(about, statesDiffer('da reserva', state, intent.state));
  const isSame = intent.transactionId === paymentId && intent.userId === waiting.userId;
  return isSame ? null : said(about, ANOTHER);
}

const GONE_ON: readonly IntentState[] = ['executing', 'done', 'failed', 'returned'];

const statesDiffer = (what: string, here: IntentState, there: IntentState): string =>
  `Situação ${what}: ${INTENT_STATE_LABELS[here]}; do pagamento: ${INTENT_STATE_LABELS[there]}`;

const said = (about: string, text: string): Difference => ({ check: PROVIDER_CHECKS.books, about, text });
