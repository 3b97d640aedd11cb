import { and, count, eq, gte, lte, sum } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import { OVERVIEW_DAYS } from '#domain/admin/overview-days';
import { STANDINGS, type Standing } from '#domain/credit/standing-words';
import { DELAYS, isDelayed } from '#domain/credit/words';
import { addDays } from '#domain/date';
import { EXTERNAL_FLOW_ACCOUNT } from '#domain/ledger/words';
import { toDecimal } from '#domain/money';
import { moneySchema } from '#server/account/shapes';
import { loanBook } from '#server/credit/book';
import type { SignedInContext } from '#server/kernel/context';
import { bankAccountId } from '#server/ledger/bank-account';
import { bankMidnight } from '#server/ledger/bank-day';
import { lastBeforeEach } from '#server/ledger/statement-rows';
import { type Share, shareOf, shareSchema } from './ahead.ts';
import { isUndecided, needsSomeone, needsSomeoneSchema } from './needs-someone.ts';
import { waitingIn } from './waiting.ts';

/** Figures for a period up to today, and for what is due in as many days ahead. `overdue` counts whole late credits. */
export const overviewSchema = z.object({
  days: z.literal([...OVERVIEW_DAYS]),
  at: z.iso.datetime(),
  today: z.iso.date(),
  flow: z.array(z.object({ day: z.iso.date(), in: moneySchema, out: moneySchema })),
  flowTotal: z.object({ in: moneySchema, out: moneySchema, net: moneySchema }),
  newCustomers: z.int(),
  book: z.array(z.object({ standing: z.enum(STANDINGS), count: z.int(), outstanding: moneySchema })),
  overdue: z.object({
    over1: shareSchema,
    over30: shareSchema,
    over90: shareSchema,
    bookAmount: moneySchema,
  }),
  waiting: z.object({ count: z.int(), oldestAt: z.iso.datetime().nullable() }),
  ahead: z.object({ investments: shareSchema, instalments: shareSchema, untilOn: z.iso.date() }),
  needs: needsSomeoneSchema,
});
export type Overview = z.output<typeof overviewSchema>;

export async function overview(
  ctx: SignedInContext,
  { days }: { days: Overview['days'] },
): Promise<Overview> {
  const { db, clock } = ctx;
  const { creditProposals: proposals } = db.tables;
  const today = clock.today();
  const from = addDays(today, 1 - days);
  const untilOn = addDays(today, days);
  const flow = await flowOf(db, from, days);
  const { book, overdue, instalmentsAhead } = await bookOf(db, today, untilOn);
  const waiting = await waitingIn(db, proposals, proposals.createdAt, isUndecided(db));
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
    book,
    overdue,
    waiting: { count: waiting.count, oldestAt: waiting.oldestAt?.toISOString() ?? null },
    ahead: { investments: await maturitiesOf(db, untilOn), instalments: instalmentsAhead, untilOn },
    needs: await needsSomeone(ctx),
  };
}

type DayFlow = { day: string; inCents: number; outCents: number };

/** One lookup per day, by running sums. A debit of the account is money coming in. */
async function flowOf(db: Reader, from: string, days: number): Promise<DayFlow[]> {
  const dates = Array.from({ length: days }, (_, index) => addDays(from, index));
  const midnights = [from, ...dates.map((day) => addDays(day, 1))].map((day) => bankMidnight(day));
  const lastEntries = await lastBeforeEach(db, await bankAccountId(db, EXTERNAL_FLOW_ACCOUNT), midnights);
  return dates.map((day, index) => {
    const [before, after] = [lastEntries[index], lastEntries[index + 1]];
    if (!before || !after) throw new Error(`${EXTERNAL_FLOW_ACCOUNT}: no running sums for ${day}`);
    const outCents = after.creditsAfterCents - before.creditsAfterCents;
    return { day, outCents, inCents: outCents - (after.balanceAfterCents - before.balanceAfterCents) };
  });
}

async function newCustomersSince(db: Reader, from: string): Promise<number> {
  const { users } = db.tables;
  return db.$count(users, and(eq(users.role, 'cliente'), gte(users.createdAt, bankMidnight(from))));
}

type Book = Pick<Overview, 'book' | 'overdue'> & { instalmentsAhead: Share };

/** Loan book by standing; a late credit counts with all its unpaid instalments. */
async function bookOf(db: Reader, today: string, untilOn: string): Promise<Book> {
  const none = () => ({ count: 0, cents: 0 });
  const book: Record<Standing, { count: number; cents: number }> = {
    adimplente: none(),
    em_atraso: none(),
    negativado: none(),
    finalizado: none(),
  };
  const late = { 1: none(), 30: none(), 90: none() };
  const [whole, ahead] = [none(), none()];
  for await (const some of loanBook(db, { today, untilOn }))
    for (const { standing, daysLate, count, unpaidCents, aheadCount, aheadCents } of some) {
      for (const sum of [whole, book[standing]]) add(sum, count, unpaidCents);
      for (const delay of DELAYS) if (isDelayed(daysLate, delay)) add(late[delay], count, unpaidCents);
      add(ahead, aheadCount, aheadCents);
    }
  return {
    book: STANDINGS.map((standing) => ({
      standing,
      count: book[standing].count,
      outstanding: toDecimal(book[standing].cents),
    })),
    overdue: {
      over1: shareOf(late[1]),
      over30: shareOf(late[30]),
      over90: shareOf(late[90]),
      bookAmount: toDecimal(whole.cents),
    },
    instalmentsAhead: shareOf(ahead),
  };
}

function add(to: { count: number; cents: number }, count: number, cents: number): void {
  to.count += count;
  to.cents += cents;
}

async function maturitiesOf(db: Reader, untilOn: string): Promise<Share> {
  const { investments } = db.tables;
  const [maturing] = await db
    .select({ count: count(), cents: sum(investments.expectedReturnCents).mapWith(Number) })
    .from(investments)
    .where(and(eq(investments.status, 'active'), lte(investments.maturityOn, untilOn)));
  return shareOf(maturing);
}
