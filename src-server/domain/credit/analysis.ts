import { z } from 'zod';
import { type Advice, adviceFor } from './advice.ts';
import { analysisText } from './analysis-text.ts';
import { iofRatesSchema, lateRatesSchema } from './parameters.ts';
import { RISK_LEVELS } from './risk-level.ts';
import { COLLATERAL_TYPES, type Score, type ScoreInput, scoreOf } from './score.ts';
import { ATTRIBUTES } from './scorecard.ts';

const reasonSchema = z.object({
  attribute: z.enum(ATTRIBUTES),
  bin: z.string(),
  points: z.int(),
  code: z.string(),
  text: z.string(),
});

const scoreSchema = z.object({
  version: z.string(),
  score: z.int(),
  level: z.enum(RISK_LEVELS),
  reasons: z.array(reasonSchema),
  base: z.int(),
  sum: z.int(),
  limitAdjustment: z.int(),
  policyAdjustment: z.int(),
  probability: z.number(),
  commitment: z.number().nullable(),
  isDefaultCase: z.boolean(),
  isProven: z.boolean(),
  negatives: z.array(reasonSchema),
  positives: z.array(reasonSchema),
}) satisfies z.ZodType<Score>;

/** Advice as it is kept and answered. */
export const adviceSchema = z.object({
  kind: z.enum(['term', 'amount', 'collateral', 'regularise']),
  score: z.int(),
  level: z.enum(RISK_LEVELS),
  gain: z.int(),
  commitment: z.number().nullable(),
  text: z.string(),
}) satisfies z.ZodType<Advice>;

const cents = z.number();
const inputSchema = z.object({
  amountCents: cents,
  termMonths: z.int(),
  instalmentCents: cents,
  monthlyIncomeCents: cents.nullable(),
  collateral: z.object({ type: z.enum(COLLATERAL_TYPES), vehicleYear: z.int().nullable() }).nullable(),
  referenceOn: z.string(),
  account: z
    .object({
      movementDays90: z.int(),
      minBalance90Cents: cents,
      avgBalance90Cents: cents,
      isSalaryCredited: z.boolean(),
      minMonthEnd3Cents: cents.nullable(),
    })
    .nullable(),
  history: z.object({
    dueInstalments: z.int(),
    worstDaysLate24m: z.int(),
    currentOverdueDays: z.int(),
    openCollections: z.int(),
    resolvedCollections24m: z.int(),
    finishedOperations: z.int(),
  }),
  ratingVb: z.number().nullable(),
}) satisfies z.ZodType<ScoreInput>;

/**
 * An analysis as it is kept with its proposal: what it was made of (`input`, and `comparisonRate`, percent a month, at which
 * the instalment burdens the income and other terms are compared) and what came out. `analyse` of the same makes the same.
 */
export const analysisSchema = z.object({
  input: inputSchema,
  comparisonRate: z.string(),
  isCompany: z.boolean(),
  result: scoreSchema,
  advice: z.array(adviceSchema),
  text: z.string(),
});
export type Analysis = z.infer<typeof analysisSchema>;

/** An analysis with what has been agreed since: `contract` is null until the approval, then what the contract says for good. */
export const keptAnalysisSchema = analysisSchema.extend({
  contract: z.object({ iof: iofRatesSchema, late: lateRatesSchema }).nullable(),
});
export type KeptAnalysis = z.infer<typeof keptAnalysisSchema>;

/** What an analysis is made of. */
export type AnalysisRequest = Pick<Analysis, 'input' | 'comparisonRate' | 'isCompany'>;

/** Scores a proposal, looks for what would help, and says both in Portuguese. Pure: the same request, the same analysis. */
export function analyse({ input, comparisonRate, isCompany }: AnalysisRequest): Analysis {
  const result = scoreOf(input);
  const advice = adviceFor(input, comparisonRate);
  const text = analysisText(input, result, advice, { isCompany });
  return { input, comparisonRate, isCompany, result, advice, text };
}
