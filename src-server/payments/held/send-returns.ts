import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { secondsAfter, secondsSince } from '#domain/moment';
import { toDecimal } from '#domain/money';
import { FAIL_REASONS, pauseSeconds, SENDING } from '#domain/pix/order';
import { refundStep } from '#domain/pix/refund';
import { record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import type { Bank } from '#server/kernel/context';
import { logFailure } from '#server/kernel/log-failure';
import { findExternal, providerAccountOf } from '#server/onboarding/external-account';
import type { ProviderAccount } from '#server/provider/client';
import type { ProviderPayment } from '#server/provider/money-shapes';
import { isTooMany, type Outcome } from '#server/provider/outcome';
import { claim, drain } from '#server/work/queue';
import type { ProviderTask } from '../orders/order-worker.ts';
import { takeBack } from '../take-back.ts';
import type { HeldRow } from './held-row.ts';

const AT_ONCE = { rows: 100, calls: 8 };

/** With the pauses of `later`, the looks of about a day. What the provider accepted and does not have after them was not returned. */
export const LOOKS_A_DAY = 120;

/** Takes every due return one step further. Processes share the work; a failing one delays no other. */
export const sendReturns = (bank: Bank, isStopping?: () => boolean): Promise<void> =>
  drain({ due: () => dueIds(bank), work: (id) => sendReturn(bank, id), atOnce: AT_ONCE.calls }, isStopping);

/** Run by the order worker. */
export const RETURNS: ProviderTask = { name: 'returns', run: sendReturns };

async function dueIds({ db, clock }: Bank): Promise<string[]> {
  const { heldPayments: held } = db.tables;
  const due = await db
    .select({ id: held.transactionId })
    .from(held)
    .where(lte(held.nextLookAt, clock.real()))
    .orderBy(asc(held.nextLookAt))
    .limit(AT_ONCE.rows);
  return due.map(({ id }) => id);
}

/** A claim is committed before each call; without a known outcome the provider is asked after the grace. */
async function sendReturn(bank: Bank, id: string): Promise<void> {
  const held = await claimReturn(bank, id);
  if (!held) return;
  try {
    const account = await accountOf(bank, held);
    if (held.attempts > 1 || held.isAccepted) await lookUp(bank, held, account);
    else await send(bank, held, account);
  } catch (error) {
    logFailure(bank.log, error, 'a held payment could not be returned', { held: id });
  }
}

function claimReturn({ db, clock, provider }: Bank, id: string): Promise<HeldRow | null> {
  const now = clock.real();
  const { heldPayments: held } = db.tables;
  return claim(db, (tx) =>
    tx
      .update(held)
      .set({
        attempts: sql`${held.attempts} + 1`,
        sentAt: now,
        nextLookAt: secondsAfter(now, provider.graceSeconds),
      })
      .where(and(eq(held.transactionId, id), eq(held.status, 'returning'), lte(held.nextLookAt, now)))
      .returning(),
  );
}

async function accountOf(bank: Bank, { userId }: HeldRow): Promise<ProviderAccount> {
  const external = await findExternal(bank.db, userId);
  if (!external) throw new Error(`user ${userId} has no external account`);
  return providerAccountOf(bank, external);
}

/** The earlier try may have taken effect: the provider is asked before another. */
async function lookUp(bank: Bank, held: HeldRow, account: ProviderAccount): Promise<void> {
  const found = await account.payment(held.providerId);
  if (found.kind !== 'answered') return later(bank, held, { isCounted: false });
  const step = refundStep(found.value);
  if (step === 'done') await takeBack(bank, found.value);
  else if (step === 'pending') await accepted(bank, held);
  else if (step === 'cancelled') await keep(bank, held, FAIL_REASONS.failed);
  else if (held.attempts > (held.isAccepted ? LOOKS_A_DAY : SENDING.tries))
    await keep(bank, held, FAIL_REASONS.notSent);
  else if (held.isAccepted) await accepted(bank, held);
  else await send(bank, held, account);
}

async function send(bank: Bank, held: HeldRow, account: ProviderAccount): Promise<void> {
  const { providerId, transactionId, sentAt } = held;
  // After a pause between claim and call (a sleeping machine) another process may have taken over.
  if (sentAt && secondsSince(sentAt, bank.clock.real()) > bank.provider.graceSeconds / 2) return;
  const outcome = await account.refund(providerId, 'Devolução de PIX retido');
  if (outcome.kind === 'answered') await afterAnswer(bank, held, outcome.value);
  else if (outcome.kind === 'unreached' || isTooMany(outcome)) await later(bank, held, { isCounted: false });
  else if (outcome.kind === 'refused') await afterRefusal(bank, held, account, outcome);
  // Unknown: unchanged until the provider is asked.
  else bank.log.warn({ held: transactionId, cause: outcome.cause }, 'a refund was sent; outcome unknown');
}

async function afterAnswer(bank: Bank, held: HeldRow, payment: ProviderPayment): Promise<void> {
  const step = refundStep(payment);
  if (step === 'done') await takeBack(bank, payment);
  else if (step === 'cancelled') await keep(bank, held, FAIL_REASONS.failed);
  else await accepted(bank, held);
}

/** On a retry the refusal may concern the first try, whose outcome is unknown. */
async function afterRefusal(
  bank: Bank,
  held: HeldRow,
  account: ProviderAccount,
  { status, errors }: Extract<Outcome<unknown>, { kind: 'refused' }>,
): Promise<void> {
  const now = await account.payment(held.providerId);
  if (now.kind !== 'answered') return;
  if (refundStep(now.value) === 'done') return void (await takeBack(bank, now.value));
  if (refundStep(now.value) === 'pending') return accepted(bank, held);
  bank.log.error({ held: held.transactionId, status, errors }, 'the provider refused to return a payment');
  await keep(bank, held, errors[0]?.description ?? FAIL_REASONS.refused);
}

/** The provider executes the refund: it is not sent again, only asked about. */
const accepted = (bank: Bank, held: HeldRow): Promise<void> =>
  later(bank, held, { isCounted: true, isAccepted: true });

/** A try without a call does not count. */
async function later(
  bank: Bank,
  held: HeldRow,
  { isCounted, isAccepted = held.isAccepted }: { isCounted: boolean; isAccepted?: boolean },
): Promise<void> {
  const nextLookAt = secondsAfter(bank.clock.real(), pauseSeconds(held.attempts ** 2));
  const attempts = isCounted ? held.attempts : held.attempts - 1;
  await bank.db.transaction(async (tx) => {
    const change = { attempts, isAccepted, nextLookAt };
    await tx.update(tx.tables.heldPayments).set(change).where(isSame(tx, held));
  });
}

/** The row as it was claimed; none if another process has changed it since. */
function isSame({ tables: { heldPayments } }: Tx, { transactionId, attempts, sentAt }: HeldRow) {
  return and(
    eq(heldPayments.transactionId, transactionId),
    eq(heldPayments.status, 'returning'),
    eq(heldPayments.attempts, attempts),
    sentAt ? eq(heldPayments.sentAt, sentAt) : isNull(heldPayments.sentAt),
  );
}

/** Nothing was returned: the payment waits for an administrator again, with the reason. */
async function keep(bank: Bank, held: HeldRow, failReason: string): Promise<void> {
  await bank.db.transaction(async (tx) => {
    const [kept] = await tx
      .update(tx.tables.heldPayments)
      .set({ status: 'held', failReason, nextLookAt: null })
      .where(isSame(tx, held))
      .returning();
    if (!kept) return;
    await record(tx, systemActor(bank, 'Pagamentos'), {
      action: 'keep_held_pix',
      entityId: held.transactionId,
      changes: { amount: toDecimal(held.amountCents), reason: failReason },
    });
  });
}
