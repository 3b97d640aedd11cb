import { type Analysis, type AnalysisRequest, analyse } from './analysis.ts';
import { analysisText } from './analysis-text.ts';
import { priceInstalment, priceSchedule } from './price.ts';
import type { ScoreInput } from './score-shapes.ts';
import { type CreditParameters, type LoanTerms, loanTerms, rateOf } from './terms.ts';

export type QuoteRequest = Omit<ScoreInput, 'instalmentCents'> & { isCompany: boolean };

/** `text` explains the analysis; its instalment is that of `terms`. */
export type Quote = { analysis: Analysis; text: string; interestRate: string; terms: LoanTerms };

/**
 * Score at the `moderado` rate → level and collateral → rate → loan. Null if rounding leaves no valid loan.
 */
export function quote({ isCompany, ...about }: QuoteRequest, parameters: CreditParameters): Quote | null {
  const analysis = analyse(analysisRequest(about, isCompany, parameters));
  const interestRate = rateOf(parameters, analysis.result.level, about.collateral?.type ?? null);
  const terms = termsAt(about, interestRate, parameters);
  if (!terms) return null;
  return { analysis, text: analysisText(analysis, terms.instalmentCents), interestRate, terms };
}

/** `interestRate` in percent a month; null as for `quote`. */
export function termsAt(
  { amountCents, termMonths, referenceOn }: Pick<ScoreInput, 'amountCents' | 'termMonths' | 'referenceOn'>,
  interestRate: string,
  { iof }: Pick<CreditParameters, 'iof'>,
): LoanTerms | null {
  const { rows } = priceSchedule(amountCents, interestRate, termMonths);
  if (!rows.every((row) => row.paymentCents > 0 && row.principalCents >= 0)) return null;
  return loanTerms({ amountCents, termMonths, interestRate, payoutOn: referenceOn }, iof);
}

function analysisRequest(
  about: Omit<ScoreInput, 'instalmentCents'>,
  isCompany: boolean,
  parameters: CreditParameters,
): AnalysisRequest {
  const comparisonRate = rateOf(parameters, 'moderado', about.collateral?.type ?? null);
  const instalmentCents = priceInstalment(about.amountCents, comparisonRate, about.termMonths);
  return { input: { ...about, instalmentCents }, comparisonRate, isCompany };
}
