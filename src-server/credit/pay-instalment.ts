import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#db/db';
import { totalDueCents } from '#domain/credit/due-today';
import type { PayInstalmentInput, PayInstalmentsInput } from '#domain/credit/input';
import { formatBrl, toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { findChecking } from '#server/account/holders';
import { moneySchema } from '#server/account/shapes';
import { askedFor, type Effects, moneyWrite } from '#server/audit/money-write';
import { lockedRow } from '#server/auth/own-row';
import type { SignedInContext } from '#server/kernel/context';
import type { PostedBy } from '#server/ledger/post';
import { balanceOf } from '#server/ledger/statement';
import { afterPayment } from './after-payment.ts';
import { recomputeRating } from './rating.ts';
import { dueOn, instalmentsById, lockCredit, settle } from './settle.ts';
import {
  type InstalmentRow,
  type ProposalRow,
  type ScheduleAnswer,
  scheduleAnswer,
  scheduleSchema,
} from './shapes.ts';

export const paidTogetherSchema = z.object({ schedules: z.array(scheduleSchema), total: moneySchema });
export type PaidTogether = z.infer<typeof paidTogetherSchema>;

/**
 * Refuses NOT_FOUND, CREDIT_NOT_SIGNED, INSTALMENT_PAID, AMOUNT_CHANGED (cost is not `total`, in cents),
 * ACCOUNT_INACTIVE, INSUFFICIENT_FUNDS, IDEMPOTENCY_KEY_REUSED.
 */
export const payInstalment = (ctx: SignedInContext, input: PayInstalmentInput): Promise<ScheduleAnswer> =>
  moneyWrite(ctx, askedFor('payInstalment', input), async (tx, by) => {
    const { answer, audit } = await payOwn(tx, ctx, [input.id], { by, total: input.total });
    const [paid] = answer.schedules;
    if (!paid) throw new Error(`instalment ${input.id} was paid, but the answer lacks it`);
    return { answer: paid, audit };
  });

/** Pays all or none; refuses like `payInstalment`. */
export async function payInstalments(
  ctx: SignedInContext,
  input: PayInstalmentsInput,
): Promise<PaidTogether> {
  const ids = [...new Set(input.ids)].sort();
  return moneyWrite(ctx, askedFor('payInstalments', { ...input, ids }), (tx, by) =>
    payOwn(tx, ctx, ids, { by, total: input.total }),
  );
}

async function payOwn(
  tx: Tx,
  ctx: SignedInContext,
  ids: readonly string[],
  { by, total }: { by: PostedBy; total: number | undefined },
): Promise<Effects<PaidTogether>> {
  const on = ctx.clock.today();
  // The rating locks the user: after the account it would deadlock with an investment, which locks the user first.
  await lockedRow(tx, ctx.user.id);
  const credits = await lockOwnCredits(tx, ctx.user.id, ids);
  const checking = await findChecking(tx, ctx.user.id);
  if (!checking) throw new Error(`user ${ctx.user.id} has no checking account`);
  const chosen = (await instalmentsById(tx, ids)).map((instalment) => ({
    instalment,
    credit: creditOf(credits, instalment),
  }));
  if (chosen.some(({ credit }) => credit.paidOutOn === null)) refuse('CREDIT_NOT_SIGNED');
  if (chosen.some(({ instalment }) => instalment.paidOn !== null)) refuse('INSTALMENT_PAID');
  const totalCents = totalDueCents(chosen.map((one) => dueOn(on, one)));
  if (total !== undefined && total !== totalCents)
    refuse('AMOUNT_CHANGED', {
      text: `O valor a pagar agora é ${formatBrl(totalCents)}. Confira antes de pagar.`,
    });
  if (!checking.isActive) refuse('ACCOUNT_INACTIVE');
  // Refused at the last of 60 postings, it would hold the account as long as a payment does.
  if (totalCents > (await balanceOf(tx, checking.id))) refuse('INSUFFICIENT_FUNDS');

  const payer = { ...by, accountId: checking.id, on };
  const paid = [];
  for (const one of chosen) paid.push({ ...one, ...(await settle(tx, one, payer)) });

  const events = paid.map(({ event }) => event);
  for (const credit of credits.values())
    events.push(...(await afterPayment(tx, ctx, credit, { on, at: by.createdAt })));
  await recomputeRating(tx, ctx, ctx.user.id, on);
  const schedules = paid.map(({ row, credit }) => scheduleAnswer(row, credit, on));
  return { answer: { schedules, total: toDecimal(totalCents) }, audit: events };
}

/** Locks in id order, so that two payments cannot deadlock. Refuses NOT_FOUND if one is not this customer's. */
async function lockOwnCredits(
  tx: Tx,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, ProposalRow>> {
  const { creditProposals: proposals, instalments } = tx.tables;
  const own = await tx
    .select({ proposalId: instalments.proposalId })
    .from(instalments)
    .innerJoin(proposals, eq(proposals.id, instalments.proposalId))
    .where(and(inArray(instalments.id, [...ids]), eq(proposals.userId, userId)));
  if (own.length !== ids.length) refuse('NOT_FOUND');
  const credits = new Map<string, ProposalRow>();
  for (const id of [...new Set(own.map(({ proposalId }) => proposalId))].sort()) {
    const credit = await lockCredit(tx, id);
    if (credit) credits.set(id, credit);
  }
  return credits;
}

function creditOf(credits: Map<string, ProposalRow>, { id, proposalId }: InstalmentRow): ProposalRow {
  const credit = credits.get(proposalId);
  if (!credit) throw new Error(`instalment ${id}: credit ${proposalId} not found`);
  return credit;
}
