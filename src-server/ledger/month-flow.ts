import { setImmediate as nextTurn } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { atOnce, type Turn } from '#server/kernel/in-turn';
import { bankMidnight } from './bank-day.ts';
import { lastBefore } from './statement-rows.ts';

/**
 * In cents; `incomeCents` and `expenseCents` are positive. `neutralCents` is what changed the balance besides them: loans
 * paid out, own moves under way, reversals of earlier movements. Opening + income − expense + neutral = closing.
 */
export type MonthFlow = {
  openingCents: number;
  incomeCents: number;
  expenseCents: number;
  neutralCents: number;
  closingCents: number;
};

const NOTHING: MonthFlow = {
  openingCents: 0,
  incomeCents: 0,
  expenseCents: 0,
  neutralCents: 0,
  closingCents: 0,
};

/** Neutral entries per query: a customer may have any number, and other requests are served between queries. */
const PAGE = 500;

type FlowOptions = { page?: number; onEntries?: (count: number) => Promise<void>; turn?: Turn };

/**
 * Over all accounts given; `month` is 'YYYY-MM'. Movements that were reversed, in whatever month, count as neither. `onEntries` is told of
 * each page how many neutral entries are read, of all since the month began, and may refuse.
 */
export async function monthFlow(
  db: Reader,
  accountIds: readonly string[],
  month: string,
  options: FlowOptions = {},
): Promise<MonthFlow> {
  const [begins, ends] = [bankMidnight(`${month}-01`), bankMidnight(`${month}-01`, { plusMonths: 1 })];
  let total = NOTHING;
  for (const accountId of accountIds) {
    const opening = await lastBefore(db, accountId, begins);
    const closing = await lastBefore(db, accountId, ends);
    const changeCents = closing.balanceAfterCents - opening.balanceAfterCents;
    const creditCents = closing.creditsAfterCents - opening.creditsAfterCents;
    const range = { accountId, after: opening.seq, upTo: closing.seq };
    const uncounted = await uncountedIn(db, range, options);
    const incomeCents = creditCents - uncounted.creditCents;
    const expenseCents = creditCents - changeCents - uncounted.debitCents;
    total = {
      openingCents: total.openingCents + opening.balanceAfterCents,
      incomeCents: total.incomeCents + incomeCents,
      expenseCents: total.expenseCents + expenseCents,
      neutralCents: total.neutralCents + changeCents - incomeCents + expenseCents,
      closingCents: total.closingCents + closing.balanceAfterCents,
    };
  }
  return total;
}

type Range = { accountId: string; after: number; upTo: number };

/** Neutral entries, and those whose reversal came at any time after; `after` is excluded, `upTo` included. */
async function uncountedIn(
  db: Reader,
  range: Range,
  { page = PAGE, onEntries = async () => {}, turn = atOnce }: FlowOptions,
): Promise<{ creditCents: number; debitCents: number }> {
  const { accountId, after, upTo } = range;
  const total = { creditCents: 0, debitCents: 0 };
  let from = after;
  let isOver = after === upTo;
  while (!isOver) {
    const [found] = await turn(async () =>
      db.prepared('ledger.neutralPage', neutralPageQuery).execute({ accountId, from, page }),
    );
    if (!found?.count) break;
    await onEntries(found.count);
    const [sums] = await turn(async () =>
      db.prepared('ledger.uncounted', uncountedQuery).execute({ ...range, from, to: found.last }),
    );
    total.creditCents += sums?.creditCents ?? 0;
    total.debitCents += sums?.debitCents ?? 0;
    from = found.last;
    isOver = found.count < page;
    if (!isOver) await nextTurn();
  }
  return total;
}

/** SQLite would search by the primary key, which has all entries of the account. */
const byNeutral = ({ engine }: Reader) => (engine === 'sqlite' ? sql`indexed by entries_neutral` : sql``);

/** Where the next neutral entries after `from` end, and how many they are. */
function neutralPageQuery(on: Reader) {
  const page = sql`(
    select seq from entries ${byNeutral(on)}
     where account_id = cast(${sql.placeholder('accountId')} as text) and is_neutral
       and seq > cast(${sql.placeholder('from')} as integer)
     order by seq limit ${sql.placeholder('page')}
  ) as page`;
  return on
    .select({ last: sql`coalesce(max(seq), 0)`.mapWith(Number), count: sql`count(*)`.mapWith(Number) })
    .from(page);
}

/** Reads the neutral entries of a page by `entries_neutral`: they are few where entries are many. */
function uncountedQuery(on: Reader) {
  const account = sql`cast(${sql.placeholder('accountId')} as text)`;
  const place = (name: 'after' | 'upTo' | 'from' | 'to') => sql`cast(${sql.placeholder(name)} as integer)`;
  const within = (seq: SQL) => sql`${seq} > ${place('after')} and ${seq} <= ${place('upTo')}`;
  const ofPage = (seq: SQL) => sql`${seq} > ${place('from')} and ${seq} <= ${place('to')}`;
  const uncounted = sql`(
    select amount_cents from entries ${byNeutral(on)}
     where account_id = ${account} and is_neutral and ${ofPage(sql`seq`)} and ${within(sql`seq`)}
    union all
    select undone.amount_cents from entries as reversal ${byNeutral(on)}
      join transactions as reversing on reversing.id = reversal.transaction_id and reversing.reverses_id is not null
      join entries as undone
        on undone.transaction_id = reversing.reverses_id and undone.account_id = reversal.account_id
     where reversal.account_id = ${account} and reversal.is_neutral and ${ofPage(sql`reversal.seq`)}
       and not undone.is_neutral and ${within(sql`undone.seq`)}
  ) as uncounted`;
  return on
    .select({
      creditCents: sql`coalesce(sum(case when amount_cents > 0 then amount_cents else 0 end), 0)`.mapWith(
        Number,
      ),
      debitCents: sql`coalesce(sum(case when amount_cents < 0 then -amount_cents else 0 end), 0)`.mapWith(
        Number,
      ),
    })
    .from(uncounted);
}
