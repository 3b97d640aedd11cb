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

/** Stored with the proposal. `comparisonRate` (percent a month) is used for commitment and alternatives. */
export const analysisSchema = z.object({
  input: inputSchema,
  comparisonRate: z.string(),
  isCompany: z.boolean(),
  result: scoreSchema,
  advice: z.array(adviceSchema),
  text: z.string(),
});
export type Analysis = z.infer<typeof analysisSchema>;

/** `contract`: rates fixed at approval; null before. */
export const keptAnalysisSchema = analysisSchema.extend({
  contract: z.object({ iof: iofRatesSchema, late: lateRatesSchema }).nullable(),
});
export type KeptAnalysis = z.infer<typeof keptAnalysisSchema>;

export type AnalysisRequest = Pick<Analysis, 'input' | 'comparisonRate' | 'isCompany'>;

/** Scores a proposal, finds advice and explains both in Portuguese. Pure. */
export function analyse({ input, comparisonRate, isCompany }: AnalysisRequest): Analysis {
  const result = scoreOf(input);
  const advice = adviceFor(input, comparisonRate);
  const text = analysisText(input, result, advice, { isCompany });
  return { input, comparisonRate, isCompany, result, advice, text };
}
