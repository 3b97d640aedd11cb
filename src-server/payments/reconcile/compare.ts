import { type AnyColumn, and, inArray, isNull, min } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Reader } from '#db/db';
import { addDays, bankDate } from '#domain/date';
import {
  type Difference,
  notAnswered,
  notCompared,
  orderRepair,
  type ProviderCheck,
  unreadableKey,
} from '#domain/pix/comparison';
import type { Bank } from '#server/kernel/context';
import { logFailure } from '#server/kernel/log-failure';
import { CallsUsedUp } from '#server/provider/call';
import { isSilent } from '#server/provider/outcome';
import { idSpans } from '#server/work/id-spans';
import { findOrder } from '../orders/order-row.ts';
import { settleOrders } from '../orders/order-worker.ts';
import { compareBalance, compareClearing } from './compare-balances.ts';
import { compareBooks } from './compare-books.ts';
import { compareIncoming } from './compare-incoming.ts';
import { compareOrders } from './compare-orders.ts';
import { compareWaiting } from './compare-waiting.ts';
import { type Comparison, Findings, UnansweredError } from './findings.ts';
import { nameSlowReturns } from './name-slow-returns.ts';
import { type Common, everySide, type Period, type Side } from './side.ts';

export const USUAL_DAYS = 3;

/**
 * To one customer's account in a run: pages of 100,000 payments, which are in two lists, or of 20,000 transfers. At 0.3 s a call one
 * account holds the daily run for ten minutes at most; for all of history the hour that its quota at the provider allows.
 */
const MAX_CALLS = { days: 2_000, history: 12_000 };

/**
 * To the bank's own account, of the 25,000 in 12 hours that payments need. Three quarters are for pages of ten moves, which are 8,000 a
 * day at most: the list of a daily run has those of at least two whole days. By hand there are ten runs in 24 hours, twenty where two of
 * these periods meet: less than half of the quota.
 */
const ROOT_CALLS = { daily: 3_000, byHand: 500 };

const DAY_MS = 86_400_000;

const ROWS_AT_ONCE = 5000;

/** After this many accounts in a row about which the provider is silent the rest is skipped. */
const MAX_CONSECUTIVE_FAILURES = 3;

const OF_ACCOUNTS: ProviderCheck[] = ['orders', 'unknown', 'incoming', 'balances'];

/**
 * Compares orders, payments and balances with ledger and provider (`days` null: all); completes orders and, with
 * `mayBook`, books missed payments. What the provider does not answer is not verified (`ok` null), never a difference; nor is what
 * a run `byHand` leaves out of the bank's own account.
 */
export async function compare(
  bank: Bank,
  {
    days = USUAL_DAYS,
    mayBook = true,
    maxCalls = days === null ? MAX_CALLS.history : MAX_CALLS.days,
    byHand = false,
    rootCalls = byHand ? ROOT_CALLS.byHand : ROOT_CALLS.daily,
  }: {
    days?: number | null;
    mayBook?: boolean;
    maxCalls?: number;
    byHand?: boolean;
    rootCalls?: number;
  } = {},
): Promise<Comparison> {
  const findings = new Findings();
  const books = await compareBooks(bank, findings);
  await compareWaiting(bank, findings);
  await nameSlowReturns(bank, findings);
  const isClear = await findings.findsNothing(() => compareClearing(bank, findings));
  const sound = { orders: mayBook && books.orders && isClear, incoming: mayBook && books.incoming };
  const isThere = !isSilent(await bank.provider.root.balance());
  if (isThere) {
    const common = { bank, period: await periodOf(bank, days), sound, rootCalls, byHand };
    await compareAccounts({ ...common, maxCalls }, findings);
  } else findings.unverified(...OF_ACCOUNTS);
  return findings.result();
}

async function compareAccounts(
  { bank, maxCalls, ...common }: Common & { bank: Bank; maxCalls: number },
  findings: Findings,
): Promise<void> {
  if (common.sound.orders) await settleDue(bank, findings);
  let silent = 0;
  const unreadable = (userId: string) =>
    findings.differ(...OF_ACCOUNTS.map((check) => unreadableKey(check, userId)));
  for await (const side of everySide(bank, common, { maxCalls, unreadable })) {
    silent = (await compareAccount(side, findings)) ? 0 : silent + 1;
    if (silent >= MAX_CONSECUTIVE_FAILURES) return findings.unverified(...OF_ACCOUNTS);
  }
}

async function settleDue(bank: Bank, findings: Findings): Promise<void> {
  const { paymentOrders: orders } = bank.db.tables;
  const before = await bank.db
    .select({ id: orders.transactionId, status: orders.status })
    .from(orders)
    .where(and(isNull(orders.concludedAt), inArray(orders.status, ['sending', 'processing'])));
  await settleOrders(bank);
  for (const { id, status } of before) {
    const now = await findOrder(bank.db, id);
    if (now?.concludedAt) findings.repair(orderRepair(id, status, now.status));
  }
}

/** Returns whether the provider was not silent. */
async function compareAccount({ external, ...side }: Side, findings: Findings): Promise<boolean> {
  const onFault = (error: unknown) =>
    logFailure(side.bank.log, error, 'an account could not be compared', { user: external?.userId });
  const step = (checks: ProviderCheck[], run: () => Promise<void>) =>
    findings.step(
      checks,
      () =>
        run().catch((error) => {
          const found = ofThisAccount(error, checks, external?.userId ?? null);
          if (found.length === 0) throw error;
          findings.differ(...found);
          if (!external && side.byHand) findings.unverified(...checks);
        }),
      onFault,
    );
  const orders = await step(['orders', 'unknown'], () => compareOrders({ ...side, external }, findings));
  if (!external) return orders !== 'silent';
  const own = { ...side, external };
  const incoming = await step(['incoming'], () => compareIncoming(own, findings));
  const balance = await step(['balances'], () => compareBalance(own, findings));
  return [orders, incoming, balance].some((one) => one !== 'silent');
}

/** Empty: not of one account alone. `userId` null: the bank's own, whose refusals are an outage. */
function ofThisAccount(error: unknown, checks: ProviderCheck[], userId: string | null): Difference[] {
  if (error instanceof CallsUsedUp) return checks.map((check) => notCompared(check, userId, error.maxCalls));
  if (error instanceof UnansweredError && !error.isSilent && userId !== null)
    return checks.map((check) => notAnswered(check, userId, error.status));
  return [];
}

/** One day earlier at the provider: its date may lag behind. */
async function periodOf(bank: Bank, days: number | null): Promise<Period> {
  const { clock } = bank;
  if (days === null) return { sentSince: null, bookedSince: null, since: addDays(await firstDay(bank), -1) };
  const before = (moment: Date) => new Date(moment.getTime() - days * DAY_MS);
  const sentSince = before(clock.real());
  return { sentSince, bookedSince: before(clock.now()), since: addDays(bankDate(sentSince), -1) };
}

/** The first day of dealings with the provider, by the earlier of both clocks. */
async function firstDay({ db, clock }: Bank): Promise<string> {
  const { externalAccounts: external, incomingPayments: incoming, paymentOrders: orders } = db.tables;
  const moments = [
    await firstIn(db, external.userId, [external.createdAt]),
    await firstIn(db, orders.transactionId, [orders.createdAt, orders.sentAt]),
    await firstIn(db, incoming.transactionId, [incoming.createdAt]),
  ];
  return bankDate(new Date(Math.min(clock.real().getTime(), ...moments)));
}

/** In milliseconds; infinite without a row. */
async function firstIn(db: Reader, id: AnyPgColumn, columns: AnyColumn<{ data: Date }>[]): Promise<number> {
  let first = Number.POSITIVE_INFINITY;
  const moments = Object.fromEntries(columns.map((column) => [column.name, min(column)]));
  for await (const span of idSpans(db, id, { size: ROWS_AT_ONCE })) {
    const [row] = await db.select(moments).from(id.table).where(span(id));
    for (const at of Object.values(row ?? {})) first = Math.min(first, at?.getTime() ?? first);
  }
  return first;
}
