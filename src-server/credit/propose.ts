import type { Tables } from '#db/schema';
import type { Collateral, ProposalInput } from '#domain/credit/input';
import { type Quote, quote } from '#domain/credit/quote';
import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { askedFor, moneyWrite } from '#server/audit/money-write';
import { countInTransaction } from '#server/auth/attempts';
import { lockedActive } from '#server/auth/own-row';
import type { SignedInContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { queueForAdmins } from '#server/outbox/queue-message';
import { readSetting } from '#server/settings/read';
import { ownFacts } from './score-facts.ts';
import { type ProposalAnswer, proposalAnswer } from './shapes.ts';
import { refuseTooSmall } from './simulate.ts';

/**
 * `amount` is in cents. Refuses VALIDATION, IDEMPOTENCY_KEY_REUSED, TOO_MANY_ATTEMPTS, UNAUTHENTICATED. Not a decision: it
 * moves no money.
 */
export async function propose(ctx: SignedInContext, input: ProposalInput): Promise<ProposalAnswer> {
  const today = ctx.clock.today();
  // Outside the transaction: scoring is slow, and stale facts are harmless here.
  const parameters = await readSetting(ctx.db, 'creditParameters');
  const facts = await ownFacts(ctx);
  const { amount: amountCents, termMonths, collateral } = input;
  refuseFutureVehicle(collateral, today);
  const asked = { ...facts, amountCents, termMonths, collateral: scored(collateral) };
  const given = newProposal(
    ctx.user.id,
    input,
    quote(asked, parameters) ?? refuseTooSmall(),
    ctx.clock.now(),
  );
  return moneyWrite(ctx, askedFor('propose', input), async (tx) => {
    await lockedActive(tx, ctx.user.id);
    await countInTransaction(tx, ctx, 'proposal', sharerOf(ctx));
    const [row] = await tx.insert(tx.tables.creditProposals).values(given).returning();
    if (!row) throw new Error(`proposal ${given.id} was not written`);
    await queueForAdmins(tx, ctx, 'new_credit_proposal', { ...row, fullName: ctx.user.fullName });
    return {
      answer: proposalAnswer(row, [], today, { isAdmin: false }),
      audit: {
        action: 'create_credit',
        entityId: row.id,
        changes: {
          amount: toDecimal(row.amountCents),
          termMonths: row.termMonths,
          rate: row.interestRate,
          score: row.riskScore,
          level: row.riskLevel,
        },
      },
    };
  });
}

/** The manufacture year is at most this year, the model year at most next year. */
function refuseFutureVehicle(collateral: Collateral | null, today: string): void {
  if (!collateral || collateral.type === 'casa') return;
  const year = Number(today.slice(0, 4));
  const fields = {
    ...(collateral.madeYear > year && { collateralAnoFabricacao: 'Ano de fabricação está no futuro' }),
    ...(collateral.modelYear > year + 1 && { collateralAnoModelo: 'Ano do modelo está no futuro' }),
  };
  if (Object.keys(fields).length > 0)
    refuse('VALIDATION', { text: Object.values(fields).join(', '), fields });
}

const scored = (collateral: Collateral | null) =>
  collateral && {
    type: collateral.type,
    vehicleYear: collateral.type === 'casa' ? null : collateral.madeYear,
  };

type NewProposal = Tables['creditProposals']['$inferInsert'];

function newProposal(
  userId: string,
  { amount, termMonths, purpose, collateral }: ProposalInput,
  { analysis, text, interestRate, terms }: Quote,
  at: Date,
): NewProposal {
  const vehicle = collateral && collateral.type !== 'casa' ? collateral : null;
  return {
    id: newId(),
    userId,
    purpose,
    amountCents: amount,
    termMonths,
    interestRate,
    instalmentCents: terms.instalmentCents,
    totalCents: terms.totalCents,
    iofCents: terms.iof.totalCents,
    cetAnnual: terms.cet.annualPercent,
    cetMonthly: terms.cet.monthlyPercent,
    status: 'pending',
    collateralType: collateral?.type ?? null,
    collateralRenavam: vehicle?.renavam ?? null,
    collateralPlate: vehicle?.plate ?? null,
    collateralChassis: vehicle?.chassis ?? null,
    collateralMadeYear: vehicle?.madeYear ?? null,
    collateralModelYear: vehicle?.modelYear ?? null,
    analysis: { ...analysis, contract: null },
    riskScore: analysis.result.score,
    riskLevel: analysis.result.level,
    riskAnalysis: text,
    createdAt: at,
  };
}
