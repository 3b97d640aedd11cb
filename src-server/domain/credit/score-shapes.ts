import { z } from 'zod';
import { RISK_LEVELS } from './risk-level.ts';
import { ATTRIBUTES } from './scorecard.ts';
import { COLLATERAL_TYPES } from './words.ts';

const cents = z.number();

const accountFactsSchema = z.object({
  movementDays90: z.int(),
  minBalance90Cents: cents,
  avgBalance90Cents: cents,
  /** At least half of the income came in, in two of the last three months. */
  isSalaryCredited: z.boolean(),
  /** Lowest balance at the last three month ends; null if the account was opened after them. */
  minMonthEnd3Cents: cents.nullable(),
});
export type AccountFacts = z.infer<typeof accountFactsSchema>;

const creditHistorySchema = z.object({
  dueInstalments: z.int(),
  worstDaysLate24m: z.int(),
  currentOverdueDays: z.int(),
  openCollections: z.int(),
  resolvedCollections24m: z.int(),
  finishedOperations: z.int(),
});
export type CreditHistory = z.infer<typeof creditHistorySchema>;

/** Stored with the proposal to reproduce the score. */
export const scoreInputSchema = z.object({
  amountCents: cents,
  termMonths: z.int(),
  /** May have fractions of a cent. */
  instalmentCents: cents,
  /** null or 0: not stated. */
  monthlyIncomeCents: cents.nullable(),
  collateral: z.object({ type: z.enum(COLLATERAL_TYPES), vehicleYear: z.int().nullable() }).nullable(),
  referenceOn: z.string(),
  account: accountFactsSchema.nullable(),
  history: creditHistorySchema,
  ratingVb: z.number().nullable(),
});
export type ScoreInput = z.infer<typeof scoreInputSchema>;

const reasonSchema = z.object({
  attribute: z.enum(ATTRIBUTES),
  bin: z.string(),
  points: z.int(),
  code: z.string(),
  text: z.string(),
});
export type Reason = z.infer<typeof reasonSchema>;

/**
 * `base` + points = `sum`; `sum` + `limitAdjustment` (to 0–1000) + `policyAdjustment` (collateral) = `score`.
 * `probability` of default ignores collateral.
 */
export const scoreSchema = z.object({
  version: z.string(),
  score: z.int(),
  level: z.enum(RISK_LEVELS),
  reasons: z.array(reasonSchema),
  base: z.int(),
  sum: z.int(),
  limitAdjustment: z.int(),
  policyAdjustment: z.int(),
  probability: z.number(),
  /** Four decimals; null without income. */
  commitment: z.number().nullable(),
  isDefaultCase: z.boolean(),
  isProven: z.boolean(),
  negatives: z.array(reasonSchema),
  positives: z.array(reasonSchema),
});
export type Score = z.infer<typeof scoreSchema>;

export const adviceSchema = z.object({
  kind: z.enum(['term', 'amount', 'collateral', 'regularise']),
  score: z.int(),
  level: z.enum(RISK_LEVELS),
  gain: z.int(),
  commitment: z.number().nullable(),
  text: z.string(),
});
export type Advice = z.infer<typeof adviceSchema>;
