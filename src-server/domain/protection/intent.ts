import type { PixKeyType } from '#domain/pix/key';
import type { OrderKind, OrderStatus } from '#domain/pix/words';
import { pixKindOf } from './pix-kind.ts';
import type { WaitingStatus } from './waiting.ts';
import { PAYMENT_KINDS, type PaymentKind } from './words.ts';

/** A payment that leaves a customer's account. Moves stay theirs, and a return goes back to who paid: they have no limits by kind. */
export const INTENT_KINDS = [...PAYMENT_KINDS, 'move_in', 'move_out', 'return'] as const;
export type IntentKind = (typeof INTENT_KINDS)[number];

/** Whether limits count it. */
export const isLimited = (kind: IntentKind): kind is PaymentKind =>
  (PAYMENT_KINDS as readonly string[]).includes(kind);

/**
 * `draft`: not confirmed · `scheduled`: made on another day · `held`: its money is reserved, and it can be undone or is reviewed ·
 * `executing`: its order is under way · `done`: the money is with the payee · `failed`: not made, the money is back · `cancelled`: undone
 * before it was made · `returned`: made, and the money came back. Nothing makes drafts or scheduled payments yet.
 */
export const INTENT_STATES = [
  'draft',
  'scheduled',
  'held',
  'executing',
  'done',
  'failed',
  'cancelled',
  'returned',
] as const;
export type IntentState = (typeof INTENT_STATES)[number];

export const INTENT_STATE_LABELS: Record<IntentState, string> = {
  draft: 'rascunho',
  scheduled: 'agendado',
  held: 'reservado',
  executing: 'em processamento',
  done: 'concluído',
  failed: 'não concluído',
  cancelled: 'desfeito',
  returned: 'devolvido',
};

/** Forward only; states may be left out. The guards hold the same table. */
const NEXT: Record<IntentState, readonly IntentState[]> = {
  draft: ['scheduled', 'held', 'executing', 'done', 'cancelled'],
  scheduled: ['held', 'executing', 'done', 'failed', 'cancelled'],
  held: ['executing', 'done', 'failed', 'cancelled'],
  executing: ['done', 'failed'],
  done: ['returned'],
  failed: [],
  cancelled: [],
  returned: [],
};

export const mayBecome = (from: IntentState, to: IntentState): boolean => NEXT[from].includes(to);

/** States from which this one may be reached. */
export const statesBefore = (to: IntentState): IntentState[] =>
  INTENT_STATES.filter((from) => mayBecome(from, to));

/** Nothing more happens to it by itself; `done` may still come back. */
export const isConcluded = (state: IntentState): boolean =>
  state === 'done' || state === 'failed' || state === 'cancelled' || state === 'returned';

/** The money is where it was before, so it counts in no limit. */
export const hasComeBack = (state: IntentState): boolean => isConcluded(state) && state !== 'done';

const OF_ORDERS: Record<OrderStatus, IntentState> = {
  reserved: 'executing',
  sending: 'executing',
  processing: 'executing',
  done: 'done',
  failed: 'failed',
  returned: 'returned',
};

/** The kind of a payment that is executed by an order of this kind. */
export const intentKindOf = (
  kind: OrderKind,
  { keyType, document }: { keyType: PixKeyType | null; document: string | null },
): IntentKind => (kind === 'pix' ? pixKindOf(keyType && { type: keyType }, document) : kind);

/** The state of a payment whose order has this status. */
export const stateOfOrder = (status: OrderStatus): IntentState => OF_ORDERS[status];

/** The state of a payment whose reservation has this status. `isOrder`: once paid it goes on as an order. */
export function stateOfWaiting(status: WaitingStatus, isOrder: boolean): IntentState {
  if (status === 'waiting') return 'held';
  if (status === 'paid') return isOrder ? 'executing' : 'done';
  return status === 'undone' ? 'cancelled' : 'failed';
}
