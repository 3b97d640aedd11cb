import {
  type AnyColumn,
  and,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  notExists,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import type { Reader } from '#db/db';
import { secondsAfter, secondsSince } from '#domain/moment';
import { EQUAL_SECONDS, FAIL_REASONS, type ProviderState, pauseSeconds, SENDING } from '#domain/pix/order';
import { leavesCustomer, ORDER_KINDS, PAID_BY_BANK } from '#domain/pix/words';
import type { Bank } from '#server/kernel/context';
import { idBefore } from '#server/kernel/id';
import type { Outcome } from '#server/provider/outcome';
import { claim } from '#server/work/queue';
import { ask, send } from './ask-provider.ts';
import { concludeOrder, type Waiting } from './conclude-order.ts';
import { findOrder, type OrderRow } from './order-row.ts';

/** Commits a claim first, so that no other process sends the order. Right before the call, looks for an earlier try. */
export async function sendOrder(bank: Bank, id: string, waiting: Waiting = {}): Promise<void> {
  if (await giveUp(bank, id)) return;
  const order = await claimSending(bank, id);
  if (!order) return;
  if (order.attempts > 1 && !(await isStillToSend(bank, order, waiting))) return;
  const outcome = await send(bank, order, () => !hasSlept(bank, order));
  await afterSending(bank, order, outcome, waiting);
}

function claimSending({ db, clock, provider }: Bank, id: string): Promise<OrderRow | null> {
  const now = clock.real();
  const { paymentOrders } = db.tables;
  return claim(db, (tx) =>
    tx
      .update(paymentOrders)
      .set({
        status: 'sending',
        attempts: sql`${paymentOrders.attempts} + 1`,
        sentAt: now,
        nextLookAt: secondsAfter(now, provider.graceSeconds),
      })
      .where(
        and(
          eq(paymentOrders.transactionId, id),
          eq(paymentOrders.status, 'reserved'),
          lte(paymentOrders.nextLookAt, now),
          // Frozen since it was looked at: the next turn gives it back. A later try is looked at again after its claim.
          or(
            gt(paymentOrders.attempts, 0),
            notInArray(paymentOrders.kind, LEAVING),
            notExists(stoppedOwner(tx, paymentOrders.userId)),
          ),
        ),
      )
      .returning(),
  );
}

/** After a pause between claim and call (a sleeping machine) others may have taken over. */
const hasSlept = ({ clock, provider }: Bank, { sentAt }: OrderRow): boolean =>
  sentAt !== null && secondsSince(sentAt, clock.real()) > provider.graceSeconds / 2;

/** The earlier try may have taken effect since the last query. Without an answer nothing is sent or returned. */
async function isStillToSend(bank: Bank, order: OrderRow, waiting: Waiting): Promise<boolean> {
  const found = await ask(bank, order);
  if (found.kind !== 'answered') {
    bank.log.warn({ order: order.transactionId, outcome: found.kind }, 'an order cannot be sent again yet');
    await release(bank, order, { isCounted: false });
    return false;
  }
  if (found.value) {
    await concludeOrder(bank, order.transactionId, found.value, waiting);
    return false;
  }
  const reason = await whyNotSent(bank, order);
  if (reason !== null) await fail(bank, order, reason);
  return reason === null;
}

/** Gives back the money of an order not sent in time, or whose account or owner was stopped meanwhile. True if it did. */
async function giveUp(bank: Bank, id: string): Promise<boolean> {
  const order = await findOrder(bank.db, id);
  if (order?.status !== 'reserved' || order.attempts > 0) return false;
  const reason = await whyNotSent(bank, order);
  if (reason === null) return false;
  const state: ProviderState = { kind: 'failed', at: null, reason };
  return (await concludeOrder(bank, id, state, { expects: order })) === 'fail';
}

async function whyNotSent({ db, clock }: Bank, order: OrderRow): Promise<string | null> {
  if (secondsSince(order.createdAt, clock.now()) >= SENDING.giveUpSeconds) return FAIL_REASONS.notSent;
  const { accounts } = db.tables;
  const frozen = await db.$count(
    accounts,
    and(
      eq(accounts.userId, order.userId),
      inArray(accounts.accountType, ['checking', 'external']),
      eq(accounts.isActive, false),
    ),
  );
  if (frozen > 0) return FAIL_REASONS.frozen;
  if (!LEAVING.includes(order.kind)) return null;
  const [stopped] = await stoppedOwner(db, order.userId);
  return stopped ? FAIL_REASONS.stopped : null;
}

/** Orders whose money leaves the customer: none does while its owner has frozen the account. */
const LEAVING = ORDER_KINDS.filter(leavesCustomer);

/** The owner, if they have frozen the account or may not use the bank any more. */
function stoppedOwner(on: Reader, userId: string | AnyColumn) {
  const { protections, users } = on.tables;
  return on
    .select({ id: users.id })
    .from(users)
    .leftJoin(protections, eq(protections.userId, users.id))
    .where(and(eq(users.id, userId), or(eq(users.isActive, false), isNotNull(protections.frozenAt))));
}

async function afterSending(
  bank: Bank,
  order: OrderRow,
  outcome: Outcome<ProviderState>,
  waiting: Waiting,
): Promise<void> {
  const id = order.transactionId;
  if (outcome.kind === 'answered') await concludeOrder(bank, id, outcome.value, waiting);
  else if (outcome.kind === 'unreached') await release(bank, order, { isCounted: false });
  else if (outcome.kind === 'refused') await afterRefusal(bank, order, outcome, waiting);
  // Unknown: unchanged until the provider is queried.
  else bank.log.warn({ order: id, cause: outcome.cause }, 'an order was sent, and its outcome is unknown');
}

/** A refusal means nothing happened, unless it reports a duplicate or overload. */
async function afterRefusal(
  bank: Bank,
  order: OrderRow,
  { status, errors }: Extract<Outcome<unknown>, { kind: 'refused' }>,
  waiting: Waiting,
): Promise<void> {
  const id = order.transactionId;
  if (status === 429) return release(bank, order, { isCounted: false });
  // The refusal may concern an earlier try, whose outcome is unknown, or one that somebody on the way repeated.
  if (order.attempts > 1 || (status === 409 && !(await isRepeatedMove(bank.db, order)))) {
    const found = await ask(bank, order);
    if (found.kind !== 'answered') return;
    if (found.value) {
      await concludeOrder(bank, id, found.value, waiting);
      return;
    }
  }
  const isKeyRefused = status === 401 || status === 403;
  const isPaidByBank = PAID_BY_BANK.includes(order.kind);
  if (isKeyRefused || isPaidByBank)
    bank.log.error(
      { order: id, status, errors },
      "the payment provider refused an order for a reason on the bank's side",
    );
  const said = errors[0]?.description;
  // A lack of money in the bank's own account is not the customer's problem.
  const isOurs = isKeyRefused || (isPaidByBank && /\bsaldo\b/i.test(said ?? ''));
  await fail(
    bank,
    order,
    status === 409 ? FAIL_REASONS.identical : (!isOurs && said) || FAIL_REASONS.refused,
  );
}

/**
 * Whether an equal move into the customer's account explains a 409: it costs nothing, and to search the provider for each would take the
 * bank's calls, one for ten of all customers' moves of two days.
 */
async function isRepeatedMove(db: Reader, { transactionId, sentAt, ...order }: OrderRow): Promise<boolean> {
  if (order.kind !== 'move_in') return false;
  const { paymentOrders: orders } = db.tables;
  const equal = and(
    eq(orders.userId, order.userId),
    gt(orders.transactionId, idBefore(1)),
    eq(orders.kind, order.kind),
    eq(orders.amountCents, order.amountCents),
    ne(orders.transactionId, transactionId),
    inArray(orders.status, ['processing', 'done']),
    gt(orders.sentAt, secondsAfter(sentAt ?? order.createdAt, -EQUAL_SECONDS)),
  );
  return (await db.$count(orders, equal)) > 0;
}

export async function fail(bank: Bank, order: OrderRow, reason: string): Promise<void> {
  const state: ProviderState = { kind: 'failed', at: null, reason };
  await concludeOrder(bank, order.transactionId, state, { expects: order });
}

/** After a try that sent nothing the order waits again, unless it has moved on. A try without a call does not count. */
export async function release(
  { db, clock }: Bank,
  order: OrderRow,
  { isCounted }: { isCounted: boolean },
): Promise<void> {
  const age = secondsSince(order.createdAt, clock.now());
  await db.transaction(async (tx) => {
    const { paymentOrders } = tx.tables;
    await tx
      .update(paymentOrders)
      .set({
        status: 'reserved',
        attempts: isCounted ? order.attempts : order.attempts - 1,
        nextLookAt: isCounted ? clock.real() : secondsAfter(clock.real(), pauseSeconds(age)),
      })
      .where(
        and(
          eq(paymentOrders.transactionId, order.transactionId),
          eq(paymentOrders.status, 'sending'),
          eq(paymentOrders.attempts, order.attempts),
          // Uncounted tries share a number: only the moment distinguishes them.
          order.sentAt ? eq(paymentOrders.sentAt, order.sentAt) : isNull(paymentOrders.sentAt),
        ),
      );
  });
}
