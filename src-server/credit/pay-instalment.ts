import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { totalDueCents } from '#domain/credit/due-today';
import type { PayInstalmentInput, PayInstalmentsInput } from '#domain/credit/input';
import { bankDate } from '#domain/date';
import { formatBrl, toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { moneySchema } from '#server/account/shapes';
import { askedFor } from '#server/audit/money-write';
import { checkingOf, type HeldFact } from '#server/decision/account-facts';
import type { Decision } from '#server/decision/decision';
import { decideTogether } from '#server/decision/group';
import { anyOf, idList } from '#server/kernel/any-of';
import type { SignedInContext } from '#server/kernel/context';
import { afterPayment } from './after-payment.ts';
import { creditNumbered, instalmentNumbered, type Unpaid, unpaidOf } from './operation-facts.ts';
import { historyOf, type KeptRating, type RatedHistory, ratingAfter, ratingKeptFor } from './rating-facts.ts';
import { dueOn, type Owed, PAID_TO, type PaidTo, settle } from './settle.ts';
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
export async function payInstalment(
  ctx: SignedInContext,
  input: PayInstalmentInput,
): Promise<ScheduleAnswer> {
  const chosen = await choose(ctx, [input.id], input.total);
  return decideTogether(ctx, PAY_INSTALMENT, chosen, askedFor('payInstalment', input));
}

/** Pays all or none; refuses like `payInstalment`. */
export async function payInstalments(
  ctx: SignedInContext,
  input: PayInstalmentsInput,
): Promise<PaidTogether> {
  const ids = [...new Set(input.ids)].sort();
  const chosen = await choose(ctx, ids, input.total);
  return decideTogether(ctx, PAY_INSTALMENTS, chosen, askedFor('payInstalments', { ...input, ids }));
}

/** `proposalIds`: of those instalments that are the customer's own. */
export type Chosen = {
  ids: readonly string[];
  proposalIds: readonly string[];
  total: number | undefined;
};

/** Which credit an instalment belongs to never changes, so it may be read before. */
async function choose(
  { db, user }: SignedInContext,
  ids: readonly string[],
  total: number | undefined,
): Promise<Chosen> {
  const rows = await db
    .prepared('credit.ownProposals', (on, { creditProposals: proposals, instalments }) =>
      on
        .selectDistinct({ id: proposals.id })
        .from(instalments)
        .innerJoin(proposals, eq(proposals.id, instalments.proposalId))
        .where(and(anyOf(on, instalments.id, 'ids'), eq(proposals.userId, sql.placeholder('userId')))),
    )
    .execute({ ids: idList(db, ids), userId: user.id });
  return { ids, proposalIds: rows.map(({ id }) => id).sort(), total };
}

type Facts = PaidTo & {
  kept: KeptRating | null;
  checking: HeldFact | null;
  credits: (ProposalRow | null)[];
  instalments: (InstalmentRow | null)[];
  unpaid: (Unpaid | null)[];
  history: RatedHistory | null;
};

export const PAY_INSTALMENTS: Decision<Chosen, Facts, PaidTogether> = {
  operation: 'payInstalments',

  facts: (ctx, { ids, proposalIds }) => ({
    ...PAID_TO,
    kept: ratingKeptFor(ctx.user.id),
    checking: checkingOf(ctx.user.id),
    credits: proposalIds.map(creditNumbered),
    instalments: ids.map(instalmentNumbered),
    unpaid: proposalIds.map(unpaidOf),
    history: historyOf(ctx.user.id, ctx.clock.today()),
  }),

  decide(facts, { ctx, input: { total }, by: { createdAt: at } }) {
    const on = bankDate(at);
    const { kept, checking, history } = facts;
    const chosen = chosenOf(facts);
    if (!checking || !kept || !history) throw new Error(`user ${ctx.user.id} has no checking account`);
    const totalCents = payableCents(chosen, { checking, total, on });

    const payer = { account: checking, to: facts, on, at };
    const settled = chosen.map((owed) => ({ ...owed, ...settle(owed, payer) }));
    const after = operationsOf(facts).map((operation) => {
      const paid = settled.flatMap(({ credit, row }) => (credit === operation.credit ? [row] : []));
      return afterPayment(operation, { paid, on, at, customer: checking, sender: ctx });
    });
    const rated = ratingAfter(
      { kept, history },
      {
        userId: ctx.user.id,
        today: on,
        paid: new Set(settled.map(({ row }) => row.id)),
        finished: after.filter(({ isFinished }) => isFinished).length,
      },
    );
    return {
      answer: {
        schedules: settled.map(({ row, credit }) => scheduleAnswer(row, credit, on)),
        total: toDecimal(totalCents),
      },
      postings: settled.flatMap(({ postings }) => postings),
      writes: [...settled, ...after, rated].flatMap(({ writes }) => writes),
      changes: [...settled, ...after, rated].flatMap(({ changes }) => changes),
      letters: after.flatMap(({ letters }) => letters),
      audit: [
        ...rated.events,
        ...settled.map(({ event }) => event),
        ...after.flatMap(({ events }) => events),
      ],
    };
  },
};

/** The chosen instalments, oldest first. Refuses NOT_FOUND if one is not this customer's. */
function chosenOf({ credits, instalments }: Facts): Owed[] {
  const chosen = instalments.map((instalment) => {
    const credit = credits.find((one) => one?.id === instalment?.proposalId);
    return instalment && credit ? { instalment, credit } : refuse('NOT_FOUND');
  });
  const age = ({ instalment: { dueOn, id } }: Owed) => `${dueOn} ${id}`;
  return chosen.sort((one, other) => (age(one) < age(other) ? -1 : 1));
}

function operationsOf({ credits, unpaid }: Facts) {
  return credits.flatMap((credit, place) => {
    const own = unpaid[place];
    return credit && own ? [{ credit, unpaid: own }] : [];
  });
}

/** What the instalments cost. Refuses CREDIT_NOT_SIGNED, INSTALMENT_PAID, AMOUNT_CHANGED, ACCOUNT_INACTIVE, INSUFFICIENT_FUNDS. */
function payableCents(
  chosen: readonly Owed[],
  { checking, total, on }: Pick<Chosen, 'total'> & { checking: HeldFact; on: string },
): number {
  if (chosen.some(({ credit }) => credit.paidOutOn === null)) refuse('CREDIT_NOT_SIGNED');
  if (chosen.some(({ instalment }) => instalment.paidOn !== null)) refuse('INSTALMENT_PAID');
  const totalCents = totalDueCents(chosen.map((one) => dueOn(on, one)));
  if (total !== undefined && total !== totalCents)
    refuse('AMOUNT_CHANGED', {
      text: `O valor a pagar agora é ${formatBrl(totalCents)}. Confira antes de pagar.`,
    });
  if (!checking.isActive) refuse('ACCOUNT_INACTIVE');
  if (totalCents > checking.balanceCents) refuse('INSUFFICIENT_FUNDS');
  return totalCents;
}

/** One instalment: its own answer. */
export const PAY_INSTALMENT: Decision<Chosen, Facts, ScheduleAnswer> = {
  operation: 'payInstalment',
  facts: PAY_INSTALMENTS.facts,
  decide(facts, asking) {
    const { answer, ...decided } = PAY_INSTALMENTS.decide(facts, asking);
    const [paid] = answer.schedules;
    if (!paid) throw new Error(`instalment ${asking.input.ids} was paid, but the answer lacks it`);
    return { ...decided, answer: paid };
  },
};
