import { z } from 'zod';
import { adviceFor } from './advice.ts';
import { iofRatesSchema, lateRatesSchema } from './parameters.ts';
import { scoreOf } from './score.ts';
import { adviceSchema, scoreInputSchema, scoreSchema } from './score-shapes.ts';

/** Stored with the proposal. The commitment and the advice are computed at `comparisonRate` (percent a month). */
export const analysisSchema = z.object({
  input: scoreInputSchema,
  comparisonRate: z.string(),
  isCompany: z.boolean(),
  result: scoreSchema,
  advice: z.array(adviceSchema),
});
export type Analysis = z.infer<typeof analysisSchema>;

/** `contract`: rates fixed at approval; null before. */
export const keptAnalysisSchema = analysisSchema.extend({
  contract: z.object({ iof: iofRatesSchema, late: lateRatesSchema }).nullable(),
});
export type KeptAnalysis = z.infer<typeof keptAnalysisSchema>;

export type AnalysisRequest = Pick<Analysis, 'input' | 'comparisonRate' | 'isCompany'>;

/** Scores a proposal and finds advice. Pure. */
export function analyse({ input, comparisonRate, isCompany }: AnalysisRequest): Analysis {
  const result = scoreOf(input);
  const advice = adviceFor(input, comparisonRate);
  return { input, comparisonRate, isCompany, result, advice };
}
