import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import {
  balanceDifference,
  clearingDifference,
  type Difference,
  type InFlight,
} from '#domain/pix/comparison';
import { OPEN_ORDER_STATUSES, ORDER_KINDS, type OrderKind } from '#domain/pix/words';
import type { Bank } from '#server/kernel/context';
import { bankAccountId } from '#server/ledger/bank-account';
import { lastBalance } from '#server/ledger/last-balance';
import { heldCents } from './compare-held.ts';
import { compareIncoming } from './compare-incoming.ts';
import { waitingCents } from './compare-waiting.ts';
import { answeredValue, type Findings } from './findings.ts';
import { type CustomersSide, HISTORY } from './side.ts';

/** Money may move between reading one side and the other, so a difference is read again. */
const TRIES = 3;

/** What still differs may be of a payment older than the period: its refund has no day of its own in the provider's lists. */
export async function compareBalance(side: CustomersSide, findings: Findings): Promise<void> {
  findings.count('balances', 1);
  for (let tries = 1; tries < TRIES; tries += 1) {
    if ((await differenceOf(side)) === null) return;
    await findings.again((second) => compareIncoming(side, second));
  }
  let difference = await differenceOf(side);
  if (difference === null || side.period.bookedSince === null) return findings.differ(difference);
  try {
    await findings.again((second) => compareIncoming({ ...side, period: HISTORY }, second), {
      isDeeper: true,
    });
    difference = await differenceOf(side);
  } finally {
    findings.differ(difference);
  }
}

async function differenceOf(side: CustomersSide): Promise<Difference | null> {
  const { accountNumber, balanceCents, ...inFlight } = await bankSide(side);
  const { balanceCents: providerCents } = answeredValue(await side.account.balance());
  return balanceDifference(accountNumber, balanceCents, providerCents, inFlight);
}

/** Balance including held payments and what is reserved, and amounts in flight; one statement, so of one moment. */
async function bankSide({
  bank: { db },
  external,
}: CustomersSide): Promise<InFlight & { accountNumber: string; balanceCents: number }> {
  const { accounts } = db.tables;
  const [row] = await db
    .select({
      accountNumber: accounts.accountNumber,
      balanceCents:
        sql`${lastBalance(db, external.accountId)} + ${heldCents({ db }, external.userId, ['held'])} + ${waitingCents({ db }, external.accountId)}`.mapWith(
          Number,
        ),
      outCents:
        sql`${openCents({ db }, external.userId, ['pix', 'move_out', 'return'])} + ${heldCents({ db }, external.userId, ['returning'])}`.mapWith(
          Number,
        ),
      inCents: openCents({ db }, external.userId, ['move_in']),
    })
    .from(accounts)
    .where(eq(accounts.id, external.accountId));
  if (!row) throw new Error(`account ${external.accountId} not found`);
  return row;
}

/** Money in flight must equal the open orders' reservations; one statement, so of one moment. */
export async function compareClearing({ db }: Bank, findings: Findings): Promise<void> {
  const { accounts } = db.tables;
  const clearingId = await bankAccountId(db, 'provider_clearing');
  const [row] = await db
    .select({
      clearingCents: lastBalance(db, clearingId),
      openCents: openCents({ db }, null, ORDER_KINDS),
    })
    .from(accounts)
    .where(eq(accounts.id, clearingId));
  if (!row) throw new Error('the bank has no provider_clearing account');
  findings.count('clearing', await db.$count(db.tables.paymentOrders, isOpen({ db })));
  findings.differ(clearingDifference(row.clearingCents, row.openCents));
}

function openCents({ db }: Pick<Bank, 'db'>, userId: string | null, kinds: readonly OrderKind[]) {
  const { paymentOrders } = db.tables;
  const sum = db
    .select({ sum: sql`sum(${paymentOrders.amountCents})` })
    .from(paymentOrders)
    .where(
      and(
        isOpen({ db }),
        inArray(paymentOrders.kind, [...kinds]),
        userId === null ? undefined : eq(paymentOrders.userId, userId),
      ),
    );
  return sql`coalesce(${sum}, 0)`.mapWith(Number);
}

/** With the condition of `payment_orders_open`: by the status alone SQLite reads all orders. */
function isOpen({ db }: Pick<Bank, 'db'>) {
  const { concludedAt, status } = db.tables.paymentOrders;
  return and(isNull(concludedAt), inArray(status, [...OPEN_ORDER_STATUSES]));
}
