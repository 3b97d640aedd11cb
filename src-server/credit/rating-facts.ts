import { and, asc, eq, gte, isNotNull, lt, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { forNoKeyUpdate } from '#db/lock';
import { addMonths } from '#domain/calendar';
import { type RatingFacts, ratingDaysLate, ratingOf } from '#domain/credit/rating';
import type { AuditEvent } from '#server/audit/record';
import {
  becomes,
  type Decided,
  type Fact,
  type GroupWrite,
  locking,
  type Source,
  written,
} from '#server/decision/decision';
import { anyOf, idList } from '#server/kernel/any-of';
import { bankMidnight } from '#server/ledger/bank-day';

/** Months of history considered. */
const WINDOW_MONTHS = 24;

/** Null if there is nothing to rate yet. */
export type KeptRating = { points: number | null };

/** What a rating is computed from: the instalments due before a day, within the months considered. */
export type RatedHistory = {
  due: readonly { id: string; dueOn: string; paidOn: string | null }[];
  contacts: RatingFacts['contacts'];
  finishedOperations: number;
};

/** The lock serializes concurrent updates, so that each sees the previous commit. */
export const ratingKeptFor = (userId: string): Fact<KeptRating> => ({ source: lockRatings, key: userId });

export const lockRatings = locking('users', async (tx, ids) => {
  const rows = await tx
    .prepared('credit.lockRatings', (on, { users }) =>
      forNoKeyUpdate(
        on
          .select({ id: users.id, points: users.ratingVb })
          .from(users)
          .where(anyOf(on, users.id, 'ids'))
          .orderBy(asc(users.id)),
      ),
    )
    .execute({ ids: idList(tx, ids) });
  return new Map(rows.map(({ id, points }) => [id, { points }]));
});

/** Of a customer on a day, in this order in the key. */
export const historyOf = (userId: string, today: string): Fact<RatedHistory> => ({
  source: readHistoriesOn,
  key: `${today} ${userId}`,
});

const readHistoriesOn: Source<RatedHistory> = async (tx, keys) => {
  const found = new Map<string, RatedHistory>();
  for (const today of new Set(keys.map((key) => key.slice(0, DAY_LENGTH)))) {
    const userIds = keys.flatMap((key) => (key.startsWith(today) ? [key.slice(DAY_LENGTH + 1)] : []));
    for (const [userId, history] of await readHistories(tx, userIds, today))
      found.set(historyOf(userId, today).key, history);
  }
  return found;
};

const DAY_LENGTH = '2026-03-10'.length;

export async function readHistories(
  on: Reader,
  userIds: readonly string[],
  today: string,
): Promise<Map<string, RatedHistory>> {
  const since = addMonths(today, -WINDOW_MONTHS);
  const asked = { ids: idList(on, userIds), since, today, sinceAt: bankMidnight(since) };
  const [due, contacts, finished] = await Promise.all([
    dueOf(on).execute(asked),
    contactsOf(on).execute(asked),
    finishedOf(on).execute(asked),
  ]);
  const histories = new Map(
    userIds.map((id) => [
      id,
      { due: [] as typeof due, contacts: [] as typeof contacts, finishedOperations: 0 },
    ]),
  );
  for (const row of due) histories.get(row.userId)?.due.push(row);
  for (const row of contacts) histories.get(row.userId)?.contacts.push(row);
  for (const { userId } of finished) {
    const own = histories.get(userId);
    if (own) own.finishedOperations += 1;
  }
  return histories;
}

const dueOf = (db: Reader) =>
  db.prepared('credit.ratedInstalments', (on, { creditProposals: proposals, instalments }) =>
    on
      .select({
        userId: proposals.userId,
        id: instalments.id,
        dueOn: instalments.dueOn,
        paidOn: instalments.paidOn,
      })
      .from(proposals)
      .innerJoin(instalments, eq(instalments.proposalId, proposals.id))
      .where(
        and(
          anyOf(on, proposals.userId, 'ids'),
          isNotNull(proposals.paidOutOn),
          gte(instalments.dueOn, sql.placeholder('since')),
          lt(instalments.dueOn, sql.placeholder('today')),
        ),
      ),
  );

const contactsOf = (db: Reader) =>
  db.prepared('credit.ratedContacts', (on, { contacts }) =>
    on
      .select({
        userId: contacts.clientId,
        difficulty: contacts.difficulty,
        isResolved: contacts.isResolved,
      })
      .from(contacts)
      .where(
        and(
          anyOf(on, contacts.clientId, 'ids'),
          gte(contacts.contactedAt, sql.param(sql.placeholder('sinceAt'), contacts.contactedAt)),
        ),
      ),
  );

const finishedOf = (db: Reader) =>
  db.prepared('credit.finishedOperations', (on, { creditProposals: proposals }) =>
    on
      .select({ userId: proposals.userId })
      .from(proposals)
      .where(
        and(
          anyOf(on, proposals.userId, 'ids'),
          gte(proposals.finishedAt, sql.param(sql.placeholder('sinceAt'), proposals.finishedAt)),
        ),
      ),
  );

export const ratingFacts = ({ due, ...rest }: RatedHistory, today: string): RatingFacts => ({
  ...rest,
  daysLate: due.map(({ dueOn, paidOn }) => ratingDaysLate(dueOn, paidOn ?? today)),
});

type Paying = { userId: string; today: string; paid: ReadonlySet<string>; finished: number };

/** The rating after payments of `today`: `paid` are instalments' ids, `finished` counts credits. */
export function ratingAfter(
  { kept, history }: { kept: KeptRating; history: RatedHistory },
  { userId, today, paid, finished }: Paying,
): Required<Pick<Decided<unknown>, 'writes' | 'changes'>> & { events: AuditEvent[] } {
  const after: RatedHistory = {
    ...history,
    due: history.due.map((one) => (paid.has(one.id) ? { ...one, paidOn: today } : one)),
    finishedOperations: history.finishedOperations + finished,
  };
  const points = ratingOf(ratingFacts(after, today))?.rating ?? null;
  const changes = [becomes(historyOf(userId, today), after)];
  if (points === kept.points) return { writes: [], changes, events: [] };
  return {
    writes: [written(writeRatings, { userId, points })],
    changes: [...changes, becomes(ratingKeptFor(userId), { points })],
    events: [ratingEvent(userId, kept.points, points)],
  };
}

export const ratingEvent = (userId: string, from: number | null, to: number | null): AuditEvent => ({
  action: 'update_rating',
  entityId: userId,
  changes: { ratingVb: { from, to } },
});

export const writeRatings: GroupWrite<{ userId: string; points: number | null }> = async (tx, rows) => {
  const { users } = tx.tables;
  await Promise.all(
    rows.map(({ userId, points }) => tx.update(users).set({ ratingVb: points }).where(eq(users.id, userId))),
  );
};
