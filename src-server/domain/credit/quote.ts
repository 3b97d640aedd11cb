import { type Analysis, type AnalysisRequest, analyse } from './analysis.ts';
import { priceInstalment, priceSchedule } from './price.ts';
import type { ScoreInput } from './score.ts';
import { type CreditParameters, type LoanTerms, loanTerms, rateOf } from './terms.ts';

/** What is asked for, and everything the bank knows of who asks. */
export type QuoteRequest = Omit<ScoreInput, 'instalmentCents'> & { isCompany: boolean };

/** An analysis, the rate its level gets, and the loan at that rate. */
export type Quote = { analysis: Analysis; interestRate: string; terms: LoanTerms };

/**
 * Prices a request in the bank's order: the instalment at the rate of level `moderado` with the collateral offered burdens
 * the income; that gives score and level; the level and the collateral give the rate; instalments are at that rate. Paid
 * out on `input.referenceOn`. null when the amount is so small that rounding to the cent leaves no loan of so many
 * instalments.
 */
export function quote({ isCompany, ...about }: QuoteRequest, parameters: CreditParameters): Quote | null {
  const analysis = analyse(analysisRequest(about, isCompany, parameters));
  const interestRate = rateOf(parameters, analysis.result.level, about.collateral?.type ?? null);
  const terms = termsAt(about, interestRate, parameters);
  return terms && { analysis, interestRate, terms };
}

/** The loan at a given rate, percent a month, as if paid out on `referenceOn`; null as for `quote`. */
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
