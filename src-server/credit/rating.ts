import { and, asc, eq, gt, gte, inArray, isNotNull, lt, min } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader, Tx } from '#db/db';
import { forNoKeyUpdate } from '#db/lock';
import { addMonths } from '#domain/calendar';
import {
  type BeforeRating,
  type RatingFacts,
  ratingDaysLate,
  ratingLabel,
  ratingOf,
} from '#domain/credit/rating';
import { type AuditContext, record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import type { Bank, SignedInContext } from '#server/kernel/context';
import { bankMidnight } from '#server/ledger/bank-day';
import { pages } from '#server/work/pages';
import { fewAtOnce } from '#server/work/queue';
import { countIf } from './queries.ts';

/** Months of history considered. */
const WINDOW_MONTHS = 24;
const PAGE = 50;

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
  const facts = await factsOf(ctx.db, ctx.user.id, ctx.clock.today());
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
export async function recomputeRating(
  tx: Tx,
  ctx: AuditContext,
  userId: string,
  today: string,
): Promise<void> {
  const { users } = tx.tables;
  // The lock serializes concurrent updates, so that each sees the previous commit.
  const [kept] = await forNoKeyUpdate(
    tx.select({ rating: users.ratingVb }).from(users).where(eq(users.id, userId)),
  );
  if (!kept) throw new Error(`rating: user ${userId} not found`);
  const rating = ratingOf(await factsOf(tx, userId, today))?.rating ?? null;
  if (rating === kept.rating) return;
  await tx.update(users).set({ ratingVb: rating }).where(eq(users.id, userId));
  await record(tx, ctx, {
    action: 'update_rating',
    entityId: userId,
    changes: { ratingVb: { from: kept.rating, to: rating } },
  });
}

/** Ratings also change with time: delays grow and old facts expire. */
export async function recomputeRatings(bank: Bank, day: string): Promise<void> {
  const { creditProposals: proposals, users } = bank.db.tables;
  const read = (last: { userId: string } | null) =>
    bank.db
      .selectDistinct({ userId: proposals.userId })
      .from(proposals)
      .where(and(isNotNull(proposals.paidOutOn), gt(proposals.userId, last?.userId ?? '')))
      .orderBy(asc(proposals.userId))
      .limit(PAGE);
  for await (const page of pages(PAGE, read)) {
    const ids = page.map(({ userId }) => userId);
    const facts = await factsOfAll(bank.db, ids, day);
    const kept = await bank.db
      .select({ id: users.id, rating: users.ratingVb })
      .from(users)
      .where(inArray(users.id, ids));
    const changed = kept.filter(({ id, rating }) => {
      const known = facts.get(id);
      return known && (ratingOf(known)?.rating ?? null) !== rating;
    });
    await fewAtOnce(changed, ({ id }) =>
      bank.db.transaction((tx) => recomputeRating(tx, systemActor(bank), id, day)),
    );
  }
}

async function factsOf(on: Reader, userId: string, today: string): Promise<RatingFacts> {
  const facts = (await factsOfAll(on, [userId], today)).get(userId);
  if (!facts) throw new Error(`rating: no facts of user ${userId}`);
  return facts;
}

type Facts = {
  daysLate: number[];
  contacts: RatingFacts['contacts'][number][];
  finishedOperations: number;
};

async function factsOfAll(
  on: Reader,
  userIds: readonly string[],
  today: string,
): Promise<Map<string, RatingFacts>> {
  const { creditProposals: proposals, instalments, contacts } = on.tables;
  const since = addMonths(today, -WINDOW_MONTHS);
  const facts = new Map<string, Facts>(
    userIds.map((id) => [id, { daysLate: [], contacts: [], finishedOperations: 0 }]),
  );
  const due = await on
    .select({ userId: proposals.userId, dueOn: instalments.dueOn, paidOn: instalments.paidOn })
    .from(proposals)
    .innerJoin(instalments, eq(instalments.proposalId, proposals.id))
    .where(
      and(
        inArray(proposals.userId, [...userIds]),
        isNotNull(proposals.paidOutOn),
        gte(instalments.dueOn, since),
        lt(instalments.dueOn, today),
      ),
    );
  for (const { userId, dueOn, paidOn } of due)
    facts.get(userId)?.daysLate.push(ratingDaysLate(dueOn, paidOn ?? today));
  const contactRows = await on
    .select({ userId: contacts.clientId, difficulty: contacts.difficulty, isResolved: contacts.isResolved })
    .from(contacts)
    .where(and(inArray(contacts.clientId, [...userIds]), gte(contacts.contactedAt, bankMidnight(since))));
  for (const { userId, ...contact } of contactRows) facts.get(userId)?.contacts.push(contact);
  const finished = await on
    .select({ userId: proposals.userId })
    .from(proposals)
    .where(and(inArray(proposals.userId, [...userIds]), gte(proposals.finishedAt, bankMidnight(since))));
  for (const { userId } of finished) {
    const own = facts.get(userId);
    if (own) own.finishedOperations += 1;
  }
  return facts;
}
