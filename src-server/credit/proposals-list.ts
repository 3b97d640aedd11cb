import { and, eq, getTableColumns, inArray, type SQL } from 'drizzle-orm';
import type { Reader } from '#db/db';
import type { ProposalListInput } from '#domain/credit/input';
import { GRANTED, UNDECIDED } from '#domain/credit/words';
import { MAX_LISTED } from '#domain/limits';
import { noteView, noteViewOfOne } from '#server/auth/profile/note-view';
import type { SignedInContext } from '#server/kernel/context';
import { idsOf } from '#server/kernel/id';
import { byCents, page, sorted } from '#server/kernel/keyset';
import { countIf, foundBy, holderOf, instalmentsOf, proposalById } from './queries.ts';
import { isReviewOpen } from './review.ts';
import { type ProposalAnswer, type ProposalPage, type ProposalRow, proposalAnswer } from './shapes.ts';

/** The caller's proposals; for an administrator everybody's: a search that finds one customer's leaves a `view_user` row. Refuses VALIDATION (cursor). */
export async function listProposals(ctx: SignedInContext, input: ProposalListInput): Promise<ProposalPage> {
  const { creditProposals: proposals, users } = ctx.db.tables;
  const isAdmin = ctx.user.role === 'admin';
  const filter = isAdmin ? filterOf(ctx.db, input) : eq(proposals.userId, ctx.user.id);
  const query = (after: SQL | undefined) =>
    ctx.db
      .select({ ...getTableColumns(proposals), holder: { id: users.id, name: users.fullName } })
      .from(proposals)
      .innerJoin(users, eq(users.id, proposals.userId))
      .where(and(filter, after));
  const keys = { amount: byCents(proposals.amountCents, (row: ProposalRow) => row.amountCents) };
  const { rows, nextCursor } = await page(query, sorted(proposals, keys, input.sort), {
    cursor: input.cursor,
    limit: isAdmin ? input.limit : MAX_LISTED,
  });
  const instalments = await instalmentsOf(ctx.db, idsOf(rows));
  const today = ctx.clock.today();
  const totals = await totalsOf(ctx.db, filter);
  if (isAdmin && input.q) await noteViewOfOne(ctx, idsOf(rows.map(({ holder }) => holder)));
  return {
    proposals: rows.map(({ holder, ...row }) =>
      proposalAnswer(row, instalments.get(row.id) ?? [], today, { isAdmin, holder }),
    ),
    nextCursor,
    totals,
  };
}

/** Leaves a `view_user` row. Refuses NOT_FOUND. */
export async function getProposal(ctx: SignedInContext, { id }: { id: string }): Promise<ProposalAnswer> {
  const { db, clock } = ctx;
  const row = await proposalById(db, id);
  const instalments = (await instalmentsOf(db, [id])).get(id) ?? [];
  const holder = await holderOf(db, row.userId);
  await noteView(ctx, row.userId);
  return proposalAnswer(row, instalments, clock.today(), { isAdmin: true, holder });
}

function filterOf(db: Reader, { q, status }: ProposalListInput): SQL | undefined {
  return and(q ? foundBy(db, q) : undefined, statusIs(db, status));
}

function statusIs(db: Reader, status: ProposalListInput['status']): SQL | undefined {
  const { creditProposals: proposals } = db.tables;
  const isUndecided = inArray(proposals.status, [...UNDECIDED]);
  if (status === undefined) return undefined;
  if (status === 'undecided') return isUndecided;
  if (status === 'granted') return inArray(proposals.status, [...GRANTED]);
  return status === 'review' ? isReviewOpen(db) : eq(proposals.status, status);
}

async function totalsOf(db: Reader, filter: SQL | undefined): Promise<ProposalPage['totals']> {
  const { creditProposals: proposals, users } = db.tables;
  const [totals] = await db
    .select({
      pending: countIf(inArray(proposals.status, [...UNDECIDED])),
      approved: countIf(inArray(proposals.status, [...GRANTED])),
      rejected: countIf(eq(proposals.status, 'rejected')),
    })
    .from(proposals)
    .innerJoin(users, eq(users.id, proposals.userId))
    .where(filter);
  return totals ?? { pending: 0, approved: 0, rejected: 0 };
}

export const undecidedProposals = (db: Reader): Promise<number> => {
  const { creditProposals: proposals } = db.tables;
  return db.$count(proposals, inArray(proposals.status, [...UNDECIDED]));
};
