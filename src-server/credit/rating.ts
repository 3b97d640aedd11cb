import { and, asc, eq, gt, gte, isNotNull, min } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader, Tx } from '#db/db';
import { type BeforeRating, ratingLabel, ratingOf } from '#domain/credit/rating';
import { type AuditContext, record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import { among } from '#server/kernel/any-of';
import type { Bank, SignedInContext } from '#server/kernel/context';
import { logFailure } from '#server/kernel/log-failure';
import { pages } from '#server/work/pages';
import { eachTogether } from '#server/work/queue';
import { countIf } from './queries.ts';
import {
  lockRatings,
  type RatedHistory,
  ratingEvent,
  ratingFacts,
  readHistories,
  writeRatings,
} from './rating-facts.ts';

/** Customers per transaction; bounds how long others wait. */
const PAGE = 25;

const points = z.int();

/** In points; null if there is nothing to rate yet. */
export const ratingSchema = z.object({
  rating: points.nullable(),
  label: z.string().nullable(),
  parts: z.object({ payment: points, ease: points, resolution: points, operations: points }).nullable(),
  instalments: z.int(),
  onTime: z.int(),
  contacts: z.int(),
  resolvedContacts: z.int(),
  finishedOperations: z.int(),
  nextDueOn: z.iso.date().nullable(),
  paidAhead: z.int(),
});
export type RatingAnswer = z.infer<typeof ratingSchema>;

export async function ownRating(ctx: SignedInContext): Promise<RatingAnswer> {
  const today = ctx.clock.today();
  const history = (await readHistories(ctx.db, [ctx.user.id], today)).get(ctx.user.id);
  if (!history) throw new Error(`rating: no facts of user ${ctx.user.id}`);
  const facts = ratingFacts(history, today);
  const made = ratingOf(facts);
  const { daysLate, contacts, finishedOperations } = facts;
  return {
    rating: made?.rating ?? null,
    label: made && ratingLabel(made.rating),
    parts: made && {
      payment: made.payment,
      ease: made.ease,
      resolution: made.resolution,
      operations: made.operations,
    },
    instalments: daysLate.length,
    onTime: daysLate.filter((days) => days === 0).length,
    contacts: contacts.length,
    resolvedContacts: contacts.filter(({ isResolved }) => isResolved).length,
    finishedOperations,
    ...(await notYetDue(ctx)),
  };
}

async function notYetDue({ db, user, clock }: SignedInContext): Promise<BeforeRating> {
  const { creditProposals: proposals, instalments } = db.tables;
  const [ahead] = await db
    .select({
      nextDueOn: min(instalments.dueOn),
      paidAhead: countIf(isNotNull(instalments.paidOn)),
    })
    .from(proposals)
    .innerJoin(instalments, eq(instalments.proposalId, proposals.id))
    .where(
      and(
        eq(proposals.userId, user.id),
        isNotNull(proposals.paidOutOn),
        gte(instalments.dueOn, clock.today()),
      ),
    );
  return { nextDueOn: ahead?.nextDueOn ?? null, paidAhead: ahead?.paidAhead ?? 0 };
}

/** Call in the transaction that changed what the rating depends on: last, before the caller's audit row. */
export const recomputeRating = (tx: Tx, ctx: AuditContext, userId: string, today: string): Promise<void> =>
  recomputeSome(tx, ctx, [userId], today);

async function recomputeSome(
  tx: Tx,
  ctx: AuditContext,
  userIds: readonly string[],
  today: string,
): Promise<void> {
  const kept = await lockRatings(tx, userIds);
  if (kept.size < userIds.length) throw new Error(`rating: not all of the users ${userIds} were found`);
  const histories = await readHistories(tx, userIds, today);
  const changed = [...kept].flatMap(([userId, { points: from }]) => {
    const points = pointsOf(histories.get(userId), today);
    return points === from ? [] : [{ userId, from, points }];
  });
  if (changed.length === 0) return;
  await writeRatings(tx, changed);
  for (const { userId, from, points } of changed) await record(tx, ctx, ratingEvent(userId, from, points));
}

/** Ratings also change with time: delays grow and old facts expire. */
export async function recomputeRatings(bank: Bank, day: string): Promise<void> {
  await eachTogether(changedRatings(bank.db, day), {
    work: (ids) => bank.db.transaction((tx) => recomputeSome(tx, systemActor(bank), ids, day)),
    failed: (id, error) =>
      logFailure(bank.log, error, 'ratings could not be recomputed', { user: id ?? undefined }),
  });
}

/** Customers whose rating is another on this day. */
async function* changedRatings(db: Reader, day: string): AsyncGenerator<string[], void> {
  const { creditProposals: proposals, users } = db.tables;
  const read = (last: { userId: string } | null) =>
    db
      .selectDistinct({ userId: proposals.userId })
      .from(proposals)
      .where(and(isNotNull(proposals.paidOutOn), gt(proposals.userId, last?.userId ?? '')))
      .orderBy(asc(proposals.userId))
      .limit(PAGE);
  for await (const page of pages(PAGE, read)) {
    const ids = page.map(({ userId }) => userId);
    const histories = await readHistories(db, ids, day);
    const kept = await db
      .select({ id: users.id, rating: users.ratingVb })
      .from(users)
      .where(among(db, users.id, ids));
    const changed = kept.flatMap(({ id, rating }) =>
      pointsOf(histories.get(id), day) === rating ? [] : [id],
    );
    if (changed.length > 0) yield changed;
  }
}

const pointsOf = (history: RatedHistory | undefined, today: string): number | null =>
  (history && ratingOf(ratingFacts(history, today))?.rating) ?? null;
