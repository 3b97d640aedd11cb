import { and, asc, count, eq, gte, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { dueToday } from '#domain/credit/due-today';
import { overdueUpTo } from '#domain/credit/late';
import { addDays } from '#domain/date';
import { among } from '#server/kernel/any-of';
import type { Bank } from '#server/kernel/context';
import { logFailure } from '#server/kernel/log-failure';
import { balancesOf } from '#server/ledger/statement';
import type { Receiver } from '#server/outbox/message';
import { type Pots, REMINDED_DAYS_BEFORE } from '#server/outbox/messages/collection';
import { queueForAdmins, queueMessage } from '#server/outbox/queue-message';
import { pages } from '#server/work/pages';
import { eachTogether } from '#server/work/queue';
import { type InstalmentRow, lateRatesOf, type ProposalRow } from './shapes.ts';

/** Notices per transaction; bounds how long others wait. */
const PAGE = 20;

type Open = {
  row: InstalmentRow;
  credit: ProposalRow;
  customer: Receiver;
  pots: Pots;
};

/** Reminds of instalments due in three days; does nothing for a past day that is run later. */
export const remindOfDue = async (bank: Bank, day: string): Promise<void> => {
  if (day < bank.clock.today()) return;
  const dueOn = addDays(day, REMINDED_DAYS_BEFORE);
  return notifyEach(bank, { from: dueOn, upTo: dueOn }, (tx, { row, credit, customer, pots }) =>
    queueMessage(tx, bank, 'instalment_due_soon', customer, {
      ...row,
      pots,
      of: credit.termMonths,
      purpose: credit.purpose,
    }),
  );
};

export async function notifyOverdue(bank: Bank, day: string): Promise<void> {
  try {
    await notifyEach(bank, newlyOverdue(day), (tx, { row, credit, customer, pots }) => {
      const { interestRate, termMonths: of, purpose } = credit;
      const due = dueToday(row, { interestRate, late: lateRatesOf(credit), on: day });
      return queueMessage(tx, bank, 'instalment_overdue', customer, { ...row, ...due, of, purpose, pots });
    });
  } finally {
    await notifyAdminsOverdue(bank, day);
  }
}

async function notifyAdminsOverdue(bank: Bank, day: string): Promise<void> {
  const span = newlyOverdue(day);
  if (span.from > span.upTo) return;
  await bank.db.transaction(async (tx) => {
    const { creditProposals: proposals, instalments } = tx.tables;
    const [late] = await tx
      .select({ count: count(), cents: sql`coalesce(sum(${instalments.amountCents}), 0)`.mapWith(Number) })
      .from(instalments)
      .innerJoin(proposals, eq(proposals.id, instalments.proposalId))
      .where(unpaidWithin(tx, span, ''));
    if (late?.count) await queueForAdmins(tx, bank, 'instalments_overdue', { ...late, day });
  });
}

/** Due dates that became overdue on `day`: usually one, around weekends and holidays none or several. */
export const newlyOverdue = (day: string): Span => ({
  from: addDays(overdueUpTo(addDays(day, -1)), 1),
  upTo: overdueUpTo(day),
});
type Span = { from: string; upTo: string };

/** Unpaid instalments of paid-out credits, due within the span; `after`: `dueOn id` of the last one read, or ''. */
export function unpaidWithin(
  { tables }: Reader,
  { from, upTo }: Partial<Span> & Pick<Span, 'upTo'>,
  after: string,
): SQL | undefined {
  const { creditProposals: proposals, instalments } = tables;
  const [dueOn = '', id = ''] = after.split(' ');
  return and(
    isNull(instalments.paidOn),
    from === undefined ? undefined : gte(instalments.dueOn, from),
    lte(instalments.dueOn, upTo),
    after === '' ? undefined : sql`(${instalments.dueOn}, ${instalments.id}) > (${dueOn}, ${id})`,
    isNotNull(proposals.paidOutOn),
  );
}

async function notifyEach(
  bank: Bank,
  span: Span,
  notifyOne: (tx: Tx, open: Open) => Promise<void>,
): Promise<void> {
  if (span.from > span.upTo) return;
  const read = (last: Open | null) => openPage(bank.db, span, last ? `${last.row.dueOn} ${last.row.id}` : '');
  await eachTogether(pages(PAGE, read), {
    work: (some) =>
      bank.db.transaction(async (tx) => {
        for (const open of some) await notifyOne(tx, open);
      }),
    failed: (open, error) =>
      logFailure(bank.log, error, 'customers could not be told of instalments', { instalment: open?.row.id }),
  });
}

async function openPage(on: Reader, span: Span, after: string): Promise<Open[]> {
  const { creditProposals: proposals, instalments, users } = on.tables;
  const page = await on
    .select({ row: instalments, credit: proposals, customer: users })
    .from(instalments)
    .innerJoin(proposals, eq(proposals.id, instalments.proposalId))
    .innerJoin(users, eq(users.id, proposals.userId))
    .where(unpaidWithin(on, span, after))
    .orderBy(asc(instalments.dueOn), asc(instalments.id))
    .limit(PAGE);
  const pots = await potsOf(
    on,
    page.map(({ customer }) => customer.id),
  );
  return page.map((open) => ({ ...open, pots: pots(open.customer.id) }));
}

/** Balances of these customers' accounts. */
async function potsOf(on: Reader, userIds: readonly string[]): Promise<(userId: string) => Pots> {
  const { accounts } = on.tables;
  const own = await on
    .select({ id: accounts.id, userId: accounts.userId, accountType: accounts.accountType })
    .from(accounts)
    .where(and(among(on, accounts.userId, userIds), inArray(accounts.accountType, ['checking', 'external'])));
  const balances = await balancesOf(
    on,
    own.map(({ id }) => id),
  );
  return (userId) => {
    const balanceCents = (type: 'checking' | 'external') => {
      const account = own.find((one) => one.userId === userId && one.accountType === type);
      return account ? (balances.get(account.id) ?? 0) : null;
    };
    return { checkingCents: balanceCents('checking') ?? 0, externalCents: balanceCents('external') };
  };
}
