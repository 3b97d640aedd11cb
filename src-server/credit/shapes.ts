import { z } from 'zod';
import type { Tables } from '#db/schema';
import { type KeptAnalysis, keptAnalysisSchema } from '#domain/credit/analysis';
import { dueToday } from '#domain/credit/due-today';
import type { LateRates } from '#domain/credit/late';
import { RISK_LEVELS } from '#domain/credit/risk-level';
import { adviceSchema } from '#domain/credit/score-shapes';
import { overdueCount, standingOn } from '#domain/credit/standing';
import { STANDINGS } from '#domain/credit/standing-words';
import { COLLATERAL_TYPES, PROPOSAL_STATUSES } from '#domain/credit/words';
import { toDecimal } from '#domain/money';
import { moneySchema } from '#server/account/shapes';

export const percentSchema = z.string().regex(/^\d+\.\d{2}$/);

const explanationSchema = z.object({
  version: z.string(),
  base: z.int(),
  reasons: z.array(z.object({ attribute: z.string(), text: z.string(), points: z.int() })),
  sum: z.int(),
  limitAdjustment: z.int(),
  policyAdjustment: z.int(),
  /** At the comparison rate; null without income. */
  commitment: z.number().nullable(),
  comparisonRate: percentSchema,
  /** The income that counted; null if none was stated. */
  monthlyIncome: moneySchema.nullable(),
  advice: z.array(adviceSchema),
  /** Of the score without collateral; null for the customer. */
  probability: z.number().nullable(),
});

const nullable = z.string().nullable();

/** `standing` is null before the signature; only administrators see `holder` and the PDF's path. */
export const proposalSchema = z.object({
  id: z.string(),
  userId: z.string(),
  purpose: z.string(),
  amount: moneySchema,
  termMonths: z.number(),
  interestRate: percentSchema,
  monthlyPayment: moneySchema,
  totalAmount: moneySchema,
  iof: moneySchema,
  netAmount: moneySchema,
  cetMonthly: percentSchema,
  cetAnnual: percentSchema,
  status: z.enum(PROPOSAL_STATUSES),
  createdAt: z.iso.datetime(),
  approvedAt: z.iso.datetime().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  decisionReason: nullable,
  paidOutDate: nullable,
  finishedAt: z.iso.datetime().nullable(),
  negativatedAt: z.iso.datetime().nullable(),
  reviewAskedAt: z.iso.datetime().nullable(),
  reviewedAt: z.iso.datetime().nullable(),
  reviewText: nullable,
  hasCollateral: z.boolean(),
  collateralType: z.enum(COLLATERAL_TYPES).nullable(),
  collateralRenavam: nullable,
  collateralPlaca: nullable,
  collateralChassis: nullable,
  collateralAnoFabricacao: nullable,
  collateralAnoModelo: nullable,
  creditAnalysisPdfPath: nullable,
  aiRiskScore: z.int(),
  aiRiskLevel: z.enum(RISK_LEVELS),
  aiRiskAnalysis: z.string(),
  explanation: explanationSchema,
  standing: z.enum(STANDINGS).nullable(),
  paidInstallments: z.int(),
  overdueInstallments: z.int(),
  totalInstallments: z.int(),
  holder: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type ProposalAnswer = z.infer<typeof proposalSchema>;

/** Customers get a null cursor; `totals` cover the whole filter. */
export const proposalPageSchema = z.object({
  proposals: z.array(proposalSchema),
  nextCursor: nullable,
  totals: z.object({ pending: z.int(), approved: z.int(), rejected: z.int() }),
});
export type ProposalPage = z.infer<typeof proposalPageSchema>;

/** `lateFee`: fine plus interest; `amountToday`: zero if paid, face value before the signature. */
export const scheduleSchema = z.object({
  id: z.string(),
  creditProposalId: z.string(),
  installmentNumber: z.int(),
  dueDate: z.string(),
  amount: moneySchema,
  principal: moneySchema,
  interest: moneySchema,
  isPaid: z.boolean(),
  paidAt: z.iso.datetime().nullable(),
  paidAmount: moneySchema.nullable(),
  transactionId: nullable,
  isOverdue: z.boolean(),
  daysLate: z.int(),
  lateFee: moneySchema,
  amountToday: moneySchema,
});
export type ScheduleAnswer = z.infer<typeof scheduleSchema>;

/**
 * The id is the proposal's. `noticeAt`: when the letter about the oldest overdue instalment went out, which announces
 * that the credit may be marked as negativado from `markFrom` on; both null while nothing is overdue.
 */
export const operationSchema = z.object({
  id: z.string(),
  userId: z.string(),
  user: z.object({
    fullName: z.string(),
    cpf: nullable,
    cnpj: nullable,
    phone: z.string(),
    email: z.string(),
  }),
  purpose: z.string(),
  amount: moneySchema,
  monthlyPayment: moneySchema,
  remainingAmount: moneySchema,
  paidInstallments: z.int(),
  totalInstallments: z.int(),
  overdueInstallments: z.int(),
  /** Of the oldest open instalment; 0 if none is overdue. */
  daysLate: z.int(),
  /** Of the oldest open instalment, and of the first that is not past; null if there is none. */
  dueDate: nullable,
  nextDueDate: nullable,
  /** Open instalments due up to today, with late charges. */
  dueToday: moneySchema,
  interestRate: percentSchema,
  hasCollateral: z.boolean(),
  approvedAt: z.iso.datetime().nullable(),
  paidOutDate: nullable,
  negativatedAt: z.iso.datetime().nullable(),
  operationStatus: z.enum(STANDINGS),
  noticeAt: z.iso.datetime().nullable(),
  markFrom: z.string().nullable(),
});
export type OperationAnswer = z.infer<typeof operationSchema>;

export type ProposalRow = Tables['creditProposals']['$inferSelect'];
export type InstalmentRow = Tables['instalments']['$inferSelect'];
export type InstalmentState = Pick<InstalmentRow, 'dueOn' | 'paidOn'>;

export const analysisOf = (row: Pick<ProposalRow, 'analysis'>): KeptAnalysis =>
  keptAnalysisSchema.parse(row.analysis);

const contractSchema = keptAnalysisSchema.pick({ contract: true });

/** Fixed in the contract, independent of current parameters. Throws before the approval. */
export function lateRatesOf(row: Pick<ProposalRow, 'id' | 'analysis'>): LateRates {
  const { contract } = contractSchema.parse(row.analysis);
  if (!contract) throw new Error(`proposal ${row.id}: not approved, so without contract rates`);
  return contract.late;
}

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null;
const facts = (instalments: readonly InstalmentState[], row: Pick<ProposalRow, 'negativatedAt'>) => ({
  instalments: instalments.map(({ dueOn, paidOn }) => ({ dueOn, isPaid: paidOn !== null })),
  isNegativated: row.negativatedAt !== null,
});

/** Before the signature `standing` is null and nothing is overdue. */
export function progress(row: ProposalRow, instalments: readonly InstalmentState[], today: string) {
  const known = facts(instalments, row);
  const isPaidOut = row.paidOutOn !== null;
  return {
    standing: isPaidOut ? standingOn(known, today) : null,
    paidInstallments: known.instalments.filter(({ isPaid }) => isPaid).length,
    overdueInstallments: isPaidOut ? overdueCount(known, today) : 0,
    totalInstallments: row.termMonths,
  };
}

function explanationOf(row: ProposalRow, isAdmin: boolean): ProposalAnswer['explanation'] {
  const { result, advice, comparisonRate, input } = analysisOf(row);
  const income = input.monthlyIncomeCents;
  return explanationSchema.parse({
    ...result,
    advice,
    comparisonRate,
    monthlyIncome: income === null ? null : toDecimal(income),
    probability: isAdmin ? result.probability : null,
  });
}

const wasApproved = (row: ProposalRow): boolean => row.decidedAt !== null && row.status !== 'rejected';

export function proposalAnswer(
  row: ProposalRow,
  instalments: readonly InstalmentState[],
  today: string,
  { isAdmin, holder = null }: { isAdmin: boolean; holder?: ProposalAnswer['holder'] },
): ProposalAnswer {
  const { status, collateralType, aiRiskLevel } = proposalSchema.shape;
  return {
    id: row.id,
    userId: row.userId,
    purpose: row.purpose,
    amount: toDecimal(row.amountCents),
    termMonths: row.termMonths,
    interestRate: row.interestRate,
    monthlyPayment: toDecimal(row.instalmentCents),
    totalAmount: toDecimal(row.totalCents),
    iof: toDecimal(row.iofCents),
    netAmount: toDecimal(row.amountCents - row.iofCents),
    cetMonthly: row.cetMonthly,
    cetAnnual: row.cetAnnual,
    status: status.parse(row.status),
    createdAt: row.createdAt.toISOString(),
    approvedAt: wasApproved(row) ? isoOf(row.decidedAt) : null,
    decidedAt: isoOf(row.decidedAt),
    decisionReason: row.decisionReason,
    paidOutDate: row.paidOutOn,
    finishedAt: isoOf(row.finishedAt),
    negativatedAt: isoOf(row.negativatedAt),
    reviewAskedAt: isoOf(row.reviewAskedAt),
    reviewedAt: isoOf(row.reviewedAt),
    reviewText: row.reviewText,
    hasCollateral: row.collateralType !== null,
    collateralType: collateralType.parse(row.collateralType),
    collateralRenavam: row.collateralRenavam,
    collateralPlaca: row.collateralPlate,
    collateralChassis: row.collateralChassis,
    collateralAnoFabricacao: row.collateralMadeYear?.toString() ?? null,
    collateralAnoModelo: row.collateralModelYear?.toString() ?? null,
    creditAnalysisPdfPath: isAdmin ? row.analysisPdfPath : null,
    aiRiskScore: row.riskScore,
    aiRiskLevel: aiRiskLevel.parse(row.riskLevel),
    aiRiskAnalysis: row.riskAnalysis,
    explanation: explanationOf(row, isAdmin),
    ...progress(row, instalments, today),
    holder: isAdmin ? holder : null,
  };
}

type Debt = Pick<ProposalRow, 'id' | 'interestRate' | 'paidOutOn' | 'analysis'>;

/** Before the signature due dates are provisional. */
export function scheduleAnswer(row: InstalmentRow, proposal: Debt, today: string): ScheduleAnswer {
  const isOpen = proposal.paidOutOn !== null && row.paidOn === null;
  const { interestRate } = proposal;
  const due = isOpen ? dueToday(row, { interestRate, late: lateRatesOf(proposal), on: today }) : null;
  const faceCents = row.paidOn === null ? row.amountCents : 0;
  return {
    id: row.id,
    creditProposalId: proposal.id,
    installmentNumber: row.number,
    dueDate: row.dueOn,
    amount: toDecimal(row.amountCents),
    principal: toDecimal(row.principalCents),
    interest: toDecimal(row.interestCents),
    isPaid: row.paidOn !== null,
    paidAt: isoOf(row.paidAt),
    paidAmount: row.paidCents === null ? null : toDecimal(row.paidCents),
    transactionId: row.transactionId,
    isOverdue: due !== null && due.daysLate > 0,
    daysLate: due?.daysLate ?? 0,
    lateFee: toDecimal(due ? due.fineCents + due.lateInterestCents : 0),
    amountToday: toDecimal(due?.totalCents ?? faceCents),
  };
}
