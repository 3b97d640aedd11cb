import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import { OPEN_ORDER_STATUSES } from '#domain/pix/words';
import { toReconciliation } from '#server/admin/reconciliations';
import { verifyAudit } from '#server/audit/verify';
import { idsOf } from '#server/kernel/id';
import { bankAccountId } from '#server/ledger/bank-account';
import { balanceOf, balancesOf } from '#server/ledger/statement';
import { verifyLedger } from '#server/ledger/verify';
import { compare } from '#server/payments/reconcile/compare';
import { strayPayments } from '#server/payments/testing/stray-payments';
import { itsPayment } from '#server/protection/waiting/waiting-row';
import type { World } from './world.ts';

/** Ledger, last reconciliation, the day's work, acknowledged and refused movements. Throws the first violation. */
export async function checkDay(world: World): Promise<void> {
  const { db, today } = world;
  const ledger = await verifyLedger(db);
  if (!ledger.ok) throw broken('the ledger', ledger.differences);
  const { reconciliations, dailyRuns } = db.tables;
  const [latest] = await db
    .select()
    .from(reconciliations)
    .where(isNull(reconciliations.actorId))
    .orderBy(desc(reconciliations.createdAt), desc(reconciliations.id))
    .limit(1);
  if (latest && !toReconciliation(latest, null).differences.every(isNotCompared))
    throw broken('the last nightly reconciliation', latest.report);
  const isWhole = and(
    eq(dailyRuns.day, today),
    eq(dailyRuns.step, 'whole-day'),
    isNotNull(dailyRuns.finishedAt),
  );
  if ((await db.$count(dailyRuns, isWhole)) !== 1) throw broken('the work of the day', today);
  await checkReserved(world.db);
  await checkAcknowledged(world);
  await checkRefused(world);
}

/** An account that the provider refused meanwhile: the next nights compare it. */
const isNotCompared = ({ text }: { text: string }): boolean => text.endsWith('não foi comparada até o fim');

/** What is reserved for a customer is what waits of theirs. */
async function checkReserved(db: World['db']): Promise<void> {
  const { accounts, paymentIntents: intents, waitingPayments: waiting } = db.tables;
  const held = await db.select().from(accounts).where(eq(accounts.accountType, 'held'));
  const balances = await balancesOf(db, idsOf(held));
  const rows = await db
    .select(columnsOf(intents, 'userId', 'amountCents'))
    .from(waiting)
    .innerJoin(intents, itsPayment(db))
    .where(eq(waiting.status, 'waiting'));
  for (const { id, userId } of held) {
    const own = rows.filter((row) => row.userId === userId);
    const waitingCents = own.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const reservedCents = balances.get(id) ?? 0;
    if (reservedCents !== waitingCents)
      throw broken('what is reserved waits', { userId, reservedCents, waitingCents });
  }
}

/** Invariants once nothing is pending. */
export async function checkEnd({ db, bank, tally }: World): Promise<void> {
  const { charges, heldPayments, paymentOrders, providerEvents } = db.tables;
  const open = await db.$count(paymentOrders, inArray(paymentOrders.status, [...OPEN_ORDER_STATUSES]));
  if (open > 0) throw broken('every order comes to its end', open);
  const returning = await db.$count(heldPayments, eq(heldPayments.status, 'returning'));
  if (returning > 0) throw broken('every held payment goes back or is kept', returning);
  const unfinished = await db.$count(charges, isNotNull(charges.nextLookAt));
  if (unfinished > 0) throw broken('every charge is made, or removed at its end', unfinished);
  await checkCovered(db);
  const { paymentIntents: intents, waitingPayments } = db.tables;
  tally.held = await db.$count(waitingPayments);
  const late = and(eq(intents.state, 'held'), lte(intents.executeAt, bank.clock.now()));
  if ((await db.$count(intents, late)) > 0) throw broken('no payment waits beyond its time', 'it does');
  const waiting = await db.$count(providerEvents, isNull(providerEvents.processedAt));
  if (waiting > 0) throw broken('every event is understood', waiting);
  const clearing = await balanceOf(db, await bankAccountId(db, 'provider_clearing'));
  if (clearing !== 0) throw broken('nothing is left between bank and provider', clearing);
  const stray = await strayPayments(db);
  if (stray.length > 0)
    throw broken('every payment that leaves has its row, in the state of what hangs on it', stray);
  const { differences, checks } = await compare(bank);
  if (differences.length > 0 || checks.some(({ ok }) => ok !== true))
    throw broken('both sides agree', { differences, checks });
  const audit = await verifyAudit(db, bank.keys);
  if (!audit.ok) throw broken('the audit chain', audit);
}

/** Every covered payment is done and has its payment, or failed and has none. */
async function checkCovered(db: World['db']): Promise<void> {
  const { coveredPayments, paymentOrders: orders, transactions } = db.tables;
  const rows = await db
    .select({ covered: coveredPayments, paidId: transactions.id, orderStatus: orders.status })
    .from(coveredPayments)
    .leftJoin(transactions, eq(transactions.idempotencyKey, coveredPayments.paymentKey))
    .leftJoin(orders, eq(orders.transactionId, coveredPayments.orderId));
  const wrong = rows.filter(({ covered: { status }, paidId, orderStatus }) => {
    const isPaid = paidId !== null && orderStatus !== 'failed';
    return status !== (isPaid ? 'done' : 'failed');
  });
  if (wrong.length > 0)
    throw broken('a covered payment is done with its payment, or failed without it', wrong);
}

async function checkAcknowledged(world: World): Promise<void> {
  const asked = world.acknowledged.splice(0);
  if (asked.length === 0) return;
  const { entries } = world.db.tables;
  const rows = await world.db
    .select({ id: entries.transactionId, cents: sql<string>`sum(${entries.amountCents})` })
    .from(entries)
    .where(
      and(
        gt(entries.amountCents, 0),
        inArray(
          entries.transactionId,
          asked.map(({ transactionId }) => transactionId),
        ),
      ),
    )
    .groupBy(entries.transactionId);
  const postedCents = new Map(rows.map(({ id, cents }) => [id, Number(cents)]));
  for (const { transactionId, amountCents } of asked)
    if (postedCents.get(transactionId) !== amountCents)
      throw broken('what was acknowledged is there', {
        transactionId,
        amountCents,
        found: postedCents.get(transactionId),
      });
}

async function checkRefused(world: World): Promise<void> {
  const keys = world.refusedKeys.splice(0);
  if (keys.length === 0) return;
  const { transactions } = world.db.tables;
  const found = await world.db.$count(transactions, inArray(transactions.idempotencyKey, keys));
  if (found > 0) throw broken('what was refused has moved nothing', keys);
}

const broken = (what: string, found: unknown): Error =>
  new Error(`does not hold: ${what}\n${JSON.stringify(found, null, 1)}`);
