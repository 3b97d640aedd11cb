import { and, count, eq, gte, isNotNull, isNull, lte, min, sql, sum } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import { OVERVIEW_DAYS } from '#domain/admin/overview';
import { STANDINGS, type Standing } from '#domain/credit/standing';
import { DELAYS, isDelayed, UNDECIDED } from '#domain/credit/words';
import { addDays } from '#domain/date';
import { toDecimal } from '#domain/money';
import { moneySchema } from '#server/account/shapes';
import type { SignedInContext } from '#server/context';
import { watched } from '#server/credit/watched';
import { bankAccountId } from '#server/ledger/bank-account';
import { bankMidnight } from '#server/ledger/bank-day';
import { lastBefore } from '#server/ledger/statement-rows';
import { needsSomeone, needsSomeoneSchema } from './needs-someone.ts';

const share = z.object({ count: z.int(), amount: moneySchema });

/**
 * How the bank does over so many days up to today: what came in from outside and went out, day by day; how many customers
 * came; the loan book by standing, and what of it is late for more than 1, 30 and 90 days (the whole credit counts); the
 * proposals that wait; what falls due in the same number of days ahead; and what needs somebody now.
 */
export const overviewSchema = z.object({
  days: z.literal([...OVERVIEW_DAYS]),
  /** When it was counted, by the bank's clock. */
  at: z.iso.datetime(),
  today: z.iso.date(),
  flow: z.array(z.object({ day: z.iso.date(), in: moneySchema, out: moneySchema })),
  flowTotal: z.object({ in: moneySchema, out: moneySchema, net: moneySchema }),
  newCustomers: z.int(),
  book: z.array(z.object({ standing: z.enum(STANDINGS), count: z.int(), outstanding: moneySchema })),
  overdue: z.object({ over1: share, over30: share, over90: share, bookAmount: moneySchema }),
  waiting: z.object({ count: z.int(), oldestAt: z.iso.datetime().nullable() }),
  ahead: z.object({ investments: share, instalments: share, untilOn: z.iso.date() }),
  needs: needsSomeoneSchema,
});
export type Overview = z.output<typeof overviewSchema>;

/** The figures as they are now, over 7, 30 or 90 days. */
export async function overview(
  ctx: SignedInContext,
  { days }: { days: Overview['days'] },
): Promise<Overview> {
  const { db, clock } = ctx;
  const today = clock.today();
  const from = addDays(today, 1 - days);
  const flow = await flowOf(db, from, days);
  const cents = (side: 'inCents' | 'outCents') => flow.reduce((all, day) => all + day[side], 0);
  return {
    days,
    at: clock.now().toISOString(),
    today,
    flow: flow.map(({ day, inCents, outCents }) => ({
      day,
      in: toDecimal(inCents),
      out: toDecimal(outCents),
    })),
    flowTotal: {
      in: toDecimal(cents('inCents')),
      out: toDecimal(cents('outCents')),
      net: toDecimal(cents('inCents') - cents('outCents')),
    },
    newCustomers: await newCustomersSince(db, from),
    ...(await bookOf(db, today)),
    waiting: await waitingOf(db),
    ahead: await aheadOf(db, today, days),
    needs: await needsSomeone(ctx),
  };
}

/** The bank's accounts through which money comes from outside, and leaves: the provider, and adjustments. */
const GATES = ['provider_cash', 'adjustments'] as const;

type DayFlow = { day: string; inCents: number; outCents: number };

/**
 * What came in and went out on each day, from the running sums of the gates' entries: two look-ups a day and gate, however
 * many entries there are. What a gate loses has come into the bank.
 */
async function flowOf(db: Reader, from: string, days: number): Promise<DayFlow[]> {
  const flow: DayFlow[] = Array.from({ length: days }, (_, index) => ({
    day: addDays(from, index),
    inCents: 0,
    outCents: 0,
  }));
  for (const gate of GATES) {
    const accountId = await bankAccountId(db, gate);
    let before = await lastBefore(db, accountId, bankMidnight(from));
    for (const day of flow) {
      const after = await lastBefore(db, accountId, bankMidnight(day.day, { plusDays: 1 }));
      const gainedCents = after.creditsAfterCents - before.creditsAfterCents;
      day.outCents += gainedCents;
      day.inCents += gainedCents - (after.balanceAfterCents - before.balanceAfterCents);
      before = after;
    }
  }
  return flow;
}

async function newCustomersSince(db: Reader, from: string): Promise<number> {
  const { users } = db.tables;
  return db.$count(users, and(eq(users.role, 'cliente'), gte(users.createdAt, bankMidnight(from))));
}

/** The book by standing, and what of it is late for how long: a late credit counts with all that is unpaid of it. */
async function bookOf(db: Reader, today: string): Promise<Pick<Overview, 'book' | 'overdue'>> {
  const book = new Map<Standing, { count: number; cents: number }>(
    STANDINGS.map((standing) => [standing, { count: 0, cents: 0 }]),
  );
  const late = { 1: { count: 0, cents: 0 }, 30: { count: 0, cents: 0 }, 90: { count: 0, cents: 0 } };
  let bookCents = 0;
  const add = (to: { count: number; cents: number } | undefined, cents: number) => {
    if (to) Object.assign(to, { count: to.count + 1, cents: to.cents + cents });
  };
  for await (const some of watched(db, { q: undefined, today })) {
    for (const { standing, unpaidCents, daysLate } of some) {
      bookCents += unpaidCents;
      add(book.get(standing), unpaidCents);
      for (const delay of DELAYS) if (isDelayed(daysLate, delay)) add(late[delay], unpaidCents);
    }
  }
  const shareOf = ({ count, cents }: { count: number; cents: number }) => ({
    count,
    amount: toDecimal(cents),
  });
  return {
    book: [...book].map(([standing, { count, cents }]) => ({
      standing,
      count,
      outstanding: toDecimal(cents),
    })),
    overdue: {
      over1: shareOf(late[1]),
      over30: shareOf(late[30]),
      over90: shareOf(late[90]),
      bookAmount: toDecimal(bookCents),
    },
  };
}

async function waitingOf(db: Reader): Promise<Overview['waiting']> {
  const { creditProposals: proposals } = db.tables;
  const [row] = await db
    .select({ count: count(), oldestAt: min(proposals.createdAt) })
    .from(proposals)
    .where(sql`${proposals.status} in ${[...UNDECIDED]}`);
  return { count: row?.count ?? 0, oldestAt: row?.oldestAt?.toISOString() ?? null };
}

async function aheadOf(db: Reader, today: string, days: number): Promise<Overview['ahead']> {
  const { creditProposals: proposals, instalments, investments } = db.tables;
  const untilOn = addDays(today, days);
  const [maturing] = await db
    .select({ count: count(), cents: sum(investments.expectedReturnCents).mapWith(Number) })
    .from(investments)
    .where(and(eq(investments.status, 'active'), lte(investments.maturityOn, untilOn)));
  const [due] = await db
    .select({ count: count(), cents: sum(instalments.amountCents).mapWith(Number) })
    .from(instalments)
    .innerJoin(proposals, and(eq(proposals.id, instalments.proposalId), isNotNull(proposals.paidOutOn)))
    .where(and(isNull(instalments.paidOn), gte(instalments.dueOn, today), lte(instalments.dueOn, untilOn)));
  const shareOf = (row: { count: number; cents: number | null } | undefined) => ({
    count: row?.count ?? 0,
    amount: toDecimal(row?.cents ?? 0),
  });
  return { investments: shareOf(maturing), instalments: shareOf(due), untilOn };
}
