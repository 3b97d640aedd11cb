import { eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { secondsAfter, secondsSince } from '#domain/moment';
import { toDecimal } from '#domain/money';
import {
  type AtProvider,
  isThisOrder,
  nextStep,
  type OrderStep,
  type ProviderState,
  pauseOfOpenSeconds,
} from '#domain/pix/order';
import { isAnotherPayee } from '#domain/pix/payee';
import type { OrderKind } from '#domain/pix/words';
import { stateOfOrder } from '#domain/protection/intent';
import { Refusal } from '#domain/refusal';
import { cleanText } from '#domain/text';
import { rememberRecipient } from '#server/account/remember-recipient';
import { record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import type { Bank } from '#server/kernel/context';
import { isClosed } from '#server/onboarding/is-closed';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';
import { moveIntent } from '#server/protection/intents/move-intent';
import { hold } from '../held/hold.ts';
import { tellPayer } from '../returns/tell-payer.ts';
import { tellNewName } from '../tell-new-name.ts';
import { cameBackCents } from './came-back.ts';
import { isCover, isCoverOrReturn } from './cover-of.ts';
import { settle, undo } from './order-postings.ts';
import { lockOrder, type OrderRow } from './order-row.ts';

const WORKER = 'Pagamentos do banco';

/** `isAnswering`: the owner still waits for the answer and needs no notification. */
export type Waiting = { isAnswering?: () => boolean };

/** `expects`: the order's state when queried; if it has changed since, nothing is done. */
type Circumstances = Waiting & { expects?: Pick<OrderRow, 'status' | 'attempts' | 'sentAt'> };

/**
 * Applies the provider's state in one commit, idempotent in any order. `state` must come from a query, never from a
 * webhook. 'conflict': a person must look; changes nothing. Not a decision: only the order tells which accounts it moves.
 */
export async function concludeOrder(
  bank: Bank,
  id: string,
  state: ProviderState,
  circumstances: Circumstances = {},
): Promise<OrderStep> {
  try {
    return await bank.db.transaction(async (tx) => {
      const order = await lockOrder(tx, id);
      if (!order) throw new Error(`order ${id} not found`);
      if (hasMovedOn(order, circumstances)) return 'nothing';
      const step = await stepOf(tx, order, state);
      if (step === 'conflict') logConflict(bank, order, state, "the provider's answer contradicts the order");
      else if (step !== 'nothing') await applyStep(tx, bank, order, { step, state, circumstances });
      return step;
    });
  } catch (error) {
    // The moved money may be spent already: no account goes below zero for it.
    if (!(error instanceof Refusal && error.code === 'INSUFFICIENT_FUNDS')) throw error;
    bank.log.error({ order: id }, 'an order was returned after its money had been spent');
    return 'conflict';
  }
}

const hasMovedOn = ({ status, attempts, sentAt }: OrderRow, { expects }: Circumstances): boolean =>
  expects !== undefined &&
  (expects.status !== status ||
    expects.attempts !== attempts ||
    expects.sentAt?.getTime() !== sentAt?.getTime());

/** One that its receiver gave back was executed: what came back is money of its own. */
async function stepOf(tx: Tx, order: OrderRow, state: ProviderState): Promise<OrderStep> {
  const step = isThisOrder(order, state.at) ? nextStep(order.status, state) : 'conflict';
  const isUndone = step === 'fail' || step === 'return';
  if (!isUndone || (await cameBackCents(tx, order.transactionId)) === 0) return step;
  return step === 'fail' ? 'settle' : 'nothing';
}

type StepToApply = {
  step: Exclude<OrderStep, 'nothing' | 'conflict'>;
  state: ProviderState;
  circumstances: Circumstances;
};

async function applyStep(tx: Tx, bank: Bank, order: OrderRow, { step, state, circumstances }: StepToApply) {
  if (step === 'wait') return wait(tx, bank, order, state);
  if (step === 'settle') return conclude(tx, bank, order, { state, circumstances });
  const reason = reasonOf(state);
  return giveBack(tx, bank, order, { state, reason, wasDone: step === 'return' });
}

async function wait(tx: Tx, bank: Bank, order: OrderRow, { at }: ProviderState): Promise<void> {
  const now = bank.clock.real();
  const age = secondsSince(order.sentAt ?? now, now);
  await write(tx, order, {
    status: 'processing',
    ...known(order, at),
    nextLookAt: secondsAfter(now, pauseOfOpenSeconds({ ...order, status: 'processing' }, age)),
  });
}

async function conclude(
  tx: Tx,
  bank: Bank,
  order: OrderRow,
  { state, circumstances }: Pick<StepToApply, 'state' | 'circumstances'>,
): Promise<void> {
  const at = bank.clock.now();
  const concludedById = await settle(tx, order, at);
  const other = otherPayeeOf(order, state.at);
  const facts = { ...known(order, state.at), ...other };
  await write(tx, order, { status: 'done', ...facts, concludedById, concludedAt: at, nextLookAt: null });
  if (other) await tellOther(tx, bank, order, other.payeeName);
  else await remember(tx, bank, order, { known: state.at, lastUsedAt: at });
  if (order.incomingId !== null) await tellPayer(tx, bank, order.incomingId, facts.endToEndId);
  if (!circumstances.isAnswering?.() && !(await isCoverOrReturn(tx, order))) {
    const owner = await receiverOf(tx, order.userId);
    await queueMessage(tx, bank, 'payment_done', owner, { ...order, ...facts });
  }
  await record(tx, systemActor(bank, WORKER), {
    action: 'settle_order',
    entityId: order.transactionId,
    changes: { amount: toDecimal(order.amountCents), kind: order.kind, providerId: facts.providerId },
  });
}

/** What a code names can change between its confirmation and the provider's own reading. */
function otherPayeeOf({ payload, payeeName, payeeDocument }: OrderRow, at: AtProvider | null) {
  if (payload === null || !at?.payee) return null;
  const isOther = isAnotherPayee({ name: payeeName, document: payeeDocument }, at.payee);
  return isOther ? { payeeName: at.payee.name, payeeDocument: at.payee.document } : null;
}

/** It cannot be undone here; nobody is remembered by it. */
async function tellOther(tx: Tx, bank: Bank, order: OrderRow, name: string): Promise<void> {
  bank.log.error({ order: order.transactionId }, 'a code was paid to somebody else than it had named');
  await queueMessage(tx, bank, 'other_payee_paid', await receiverOf(tx, order.userId), {
    amountCents: order.amountCents,
    name,
    confirmedName: order.payeeName ?? 'outra pessoa',
  });
}

/** Completed payments that were asked for since the last freeze. A PIX recipient has the directory's name, since a code may claim any name. */
async function remember(
  tx: Tx,
  bank: Bank,
  order: OrderRow,
  { known, lastUsedAt }: { known: AtProvider | null; lastUsedAt: Date },
): Promise<void> {
  const { userId, kind, payeeName: name, payeeDocument: document } = order;
  if (kind !== 'pix' && kind !== 'boleto') return;
  const registered = kind === 'boleto' ? { name, document } : { name: null, document: null };
  // A payee without a key stays a new one: there is nothing to pay again by.
  const key = order.targetType === null ? null : order.target;
  const target = kind === 'boleto' ? (document ?? name) : key;
  const { name: paidName = null, document: paidDocument = null } = known?.payee ?? {};
  if (key !== null)
    await tellNewName(tx, bank, { userId, target: key, name: paidName, document: paidDocument });
  if (target === null) return;
  const { method, isBeforeFreeze } = await howAsked(tx, bank, order);
  // Whoever asked for it may have been shut out since.
  if (isBeforeFreeze) return;
  await rememberRecipient(tx, {
    ...{ userId, kind, target, lastUsedAt },
    ...(known?.payee ?? registered),
    ...(method === 'email' && { byEmailCents: order.amountCents }),
    isByToken: method === 'token',
  });
}

/** `isBeforeFreeze`: links to freeze that were sent when it was asked for are void by now, as a freeze makes them. */
async function howAsked(tx: Tx, { clock }: Bank, { intentId, createdAt }: OrderRow) {
  const { paymentIntents: intents, protections } = tx.tables;
  const [asked] = await tx
    .select({ method: intents.method, linksFrom: protections.freezeLinksFrom })
    .from(intents)
    .leftJoin(protections, eq(protections.userId, intents.userId))
    .where(eq(intents.id, intentId));
  // The order is dated by the bank's clock, the freeze by the real one.
  const age = clock.now().getTime() - createdAt.getTime();
  const isBeforeFreeze = !!asked?.linksFrom && age > clock.real().getTime() - asked.linksFrom.getTime();
  return { method: asked?.method ?? null, isBeforeFreeze };
}

async function giveBack(
  tx: Tx,
  bank: Bank,
  order: OrderRow,
  { state, reason, wasDone }: { state: ProviderState; reason: string; wasDone: boolean },
): Promise<void> {
  const at = bank.clock.now();
  const isToBeHeld = async () => wasDone && HELD_OF_CLOSED.includes(order.kind) && isClosed(tx, order.userId);
  if (await isToBeHeld()) return holdBack(tx, bank, order);
  if (wasDone && order.concludedById) await undo(tx, order.concludedById, reason, at);
  const concludedById = await undo(tx, order.transactionId, reason, at);
  // The account is locked now: a closure that came first is seen, a later one waits.
  if (await isToBeHeld()) throw new Error(`the owner of order ${order.transactionId} has closed meanwhile`);
  await write(tx, order, {
    status: wasDone ? 'returned' : 'failed',
    ...known(order, state.at),
    failReason: reason,
    concludedById,
    concludedAt: at,
    nextLookAt: null,
  });
  if (wasDone || !(await isCover(tx, order))) {
    const owner = await receiverOf(tx, order.userId);
    await queueMessage(tx, bank, 'payment_failed', owner, { ...order, reason, wasDone });
  }
  await record(tx, systemActor(bank, WORKER), {
    action: wasDone ? 'return_order' : 'fail_order',
    entityId: order.transactionId,
    changes: { amount: toDecimal(order.amountCents), kind: order.kind, reason },
  });
}

/** Of the account at the provider, which no administrator can adjust. */
const HELD_OF_CLOSED: readonly OrderKind[] = ['pix', 'return'];

/** No account takes what comes back to a customer who has closed: the order stays, and the money is held under its id. */
async function holdBack(tx: Tx, bank: Bank, order: OrderRow): Promise<void> {
  const { userId, amountCents, transactionId, payeeName, payeeDocument } = order;
  const back = { payerName: payeeName, payerDocument: payeeDocument, endToEndId: null, isReturn: true };
  await hold(tx, bank, { ...back, userId, amountCents, providerId: transactionId, orderId: transactionId });
}

const known = (order: OrderRow, at: AtProvider | null) => ({
  providerId: order.providerId ?? at?.providerId ?? null,
  endToEndId: at?.endToEndId ?? order.endToEndId,
  ...payeeOf(order, at),
});

/** Until it is paid, that of a code is whom its payer confirmed. */
function payeeOf(
  { payload, payeeName, payeeDocument }: OrderRow,
  at: AtProvider | null,
): Pick<OrderRow, 'payeeName' | 'payeeDocument'> {
  if (payload !== null && payeeName !== null) return { payeeName, payeeDocument };
  return { payeeName: at?.payee?.name ?? payeeName, payeeDocument: at?.payee?.document ?? payeeDocument };
}

/** Changes an order, and moves its payment on if that is over with it or has come back. */
async function write(
  tx: Tx,
  { transactionId, intentId }: OrderRow,
  changes: Partial<OrderRow> & Pick<OrderRow, 'status'>,
): Promise<void> {
  const { paymentOrders } = tx.tables;
  await tx.update(paymentOrders).set(changes).where(eq(paymentOrders.transactionId, transactionId));
  const { status, concludedAt } = changes;
  if (concludedAt) await moveIntent(tx, { id: intentId, state: stateOfOrder(status), at: concludedAt });
}

/** Shown to people: one line, limited in length. */
const reasonOf = (state: ProviderState): string =>
  state.kind === 'failed' ? cleanText(state.reason).slice(0, MAX_DESCRIPTION_LENGTH) : '';

function logConflict(bank: Bank, order: OrderRow, state: ProviderState, why: string): void {
  const { transactionId, status, amountCents, providerId } = order;
  const said = { kind: state.kind, providerId: state.at?.providerId, amountCents: state.at?.amountCents };
  bank.log.error({ order: transactionId, status, amountCents, providerId, said }, why);
}
