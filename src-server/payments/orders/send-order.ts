import {
  type AnyColumn,
  and,
  desc,
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
import { isClockAhead } from '#server/kernel/clock-watch';
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
  if (await mayBeEarly(bank, reason)) await release(bank, order, { isCounted: false });
  else if (reason !== null) await fail(bank, order, reason);
  return reason === null;
}

/** Gives back the money of an order not sent in time, or whose account or owner was stopped meanwhile. True if it did, or if it rests. */
async function giveUp(bank: Bank, id: string): Promise<boolean> {
  const order = await findOrder(bank.db, id);
  if (order?.status !== 'reserved' || order.attempts > 0) return false;
  const reason = await whyNotSent(bank, order);
  if (reason === null) return false;
  if (await mayBeEarly(bank, reason)) {
    await rest(bank, id);
    return true;
  }
  const state: ProviderState = { kind: 'failed', at: null, reason };
  return (await concludeOrder(bank, id, state, { expects: order })) === 'fail';
}

/** With the machine's clock days ahead nobody knows whether it is late: it is neither sent nor given back. */
const mayBeEarly = async (bank: Bank, reason: string | null): Promise<boolean> =>
  reason === FAIL_REASONS.notSent && (await isClockAhead(bank));

async function rest({ db, clock, provider }: Bank, id: string): Promise<void> {
  const nextLookAt = secondsAfter(clock.real(), provider.graceSeconds);
  await db.transaction(async (tx) => {
    const { paymentOrders: orders } = tx.tables;
    await tx
      .update(orders)
      .set({ nextLookAt })
      .where(and(eq(orders.transactionId, id), eq(orders.status, 'reserved')));
  });
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
  if (order.attempts > 1 || (status === 409 && !(await isRepetition(bank, order)))) {
    const isSearchedShortly = status === 409;
    const found = await ask(bank, order, isSearchedShortly ? SEARCH_PAGES : undefined);
    if (found.kind !== 'answered') return isSearchedShortly ? waitForEqual(bank, order) : undefined;
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

/** Of ten transfers each, while a request or other orders wait: a list of two days may have hundreds. */
export const SEARCH_PAGES = 50;

/**
 * Whether an equal order explains a 409, so that no list is searched. It does if the provider took it within EQUAL_SECONDS of any moment at
 * which it may have received this one, which it then refused whoever sent it. So it must have been sent once, and not have failed there
 * meanwhile, for which it is asked. Not of a move into the customer's account, which ends at once: the calls would be the bank's.
 */
async function isRepetition(bank: Bank, order: OrderRow): Promise<boolean> {
  const equal = await equalOrder(bank, order);
  if (!equal || order.kind === 'move_in') return equal !== null;
  const found = await ask(bank, equal);
  return found.kind === 'answered' && found.value !== null && found.value.kind !== 'failed';
}

/** Known to the provider, of the same value and receiver. Null for a code or boleto, which it does not compare. */
async function equalOrder({ db, clock }: Bank, order: OrderRow): Promise<OrderRow | null> {
  const { kind, payload, target, targetType } = order;
  const isCompared = kind === 'move_in' || kind === 'move_out' || (kind === 'pix' && payload === null);
  if (!isCompared) return null;
  const { paymentOrders: orders } = db.tables;
  const [equal] = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.userId, order.userId),
        gt(orders.transactionId, idBefore(1)),
        eq(orders.kind, kind),
        eq(orders.amountCents, order.amountCents),
        isNull(orders.payload),
        target === null ? undefined : eq(orders.target, target),
        targetType === null ? undefined : eq(orders.targetType, targetType),
        ne(orders.transactionId, order.transactionId),
        inArray(orders.status, ['processing', 'done']),
        isNotNull(orders.providerId),
        eq(orders.attempts, 1),
        gt(orders.sentAt, secondsAfter(clock.real(), -EQUAL_SECONDS)),
      ),
    )
    .orderBy(desc(orders.sentAt))
    .limit(1);
  return equal ?? null;
}

/** It may have been made: it is looked for again, and then sent if it was not, when the provider compares it with no earlier one any more. */
const waitForEqual = (bank: Bank, order: OrderRow): Promise<void> =>
  writeTry(bank, order, { nextLookAt: secondsAfter(bank.clock.real(), EQUAL_SECONDS) });

export async function fail(bank: Bank, order: OrderRow, reason: string): Promise<void> {
  const state: ProviderState = { kind: 'failed', at: null, reason };
  await concludeOrder(bank, order.transactionId, state, { expects: order });
}

/** After a try that sent nothing the order waits again, unless it has moved on. A try without a call does not count. */
export async function release(
  bank: Bank,
  order: OrderRow,
  { isCounted }: { isCounted: boolean },
): Promise<void> {
  const age = secondsSince(order.createdAt, bank.clock.now());
  const now = bank.clock.real();
  await writeTry(bank, order, {
    status: 'reserved',
    attempts: isCounted ? order.attempts : order.attempts - 1,
    nextLookAt: isCounted ? now : secondsAfter(now, pauseSeconds(age)),
  });
}

/** Unless the order has moved on since this try. */
async function writeTry({ db }: Bank, order: OrderRow, changes: Partial<OrderRow>): Promise<void> {
  await db.transaction(async (tx) => {
    const { paymentOrders } = tx.tables;
    await tx
      .update(paymentOrders)
      .set(changes)
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
