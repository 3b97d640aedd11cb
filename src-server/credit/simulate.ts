import { z } from 'zod';
import type { SimulateInput } from '#domain/credit/input';
import { quote, termsAt } from '#domain/credit/quote';
import type { LoanTerms } from '#domain/credit/terms';
import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { nameOfCaller } from '#server/access/caller-line';
import { moneySchema } from '#server/account/shapes';
import { countAttempt } from '#server/auth/attempts';
import type { SignedInContext } from '#server/kernel/context';
import { readSetting } from '#server/settings/read';
import { ownFacts } from './score-facts.ts';
import { percentSchema } from './shapes.ts';

/** Rates in percent a month, `cetAnnual` a year. */
export const simulationSchema = z.object({
  interestRate: percentSchema,
  monthlyPayment: moneySchema,
  totalAmount: moneySchema,
  iof: moneySchema,
  netAmount: moneySchema,
  cetMonthly: percentSchema,
  cetAnnual: percentSchema,
  schedule: z.array(
    z.object({
      installmentNumber: z.number(),
      dueDate: z.string(),
      amount: moneySchema,
      principal: moneySchema,
      interest: moneySchema,
      balance: moneySchema,
    }),
  ),
});
export type SimulationAnswer = z.infer<typeof simulationSchema>;

/**
 * At the given rate or the one from the caller's analysis. Refuses VALIDATION (amount too small),
 * TOO_MANY_ATTEMPTS.
 */
export async function simulate(ctx: SignedInContext, input: SimulateInput): Promise<SimulationAnswer> {
  const { amount: amountCents, termMonths, interestRate, hasCollateral, collateralType } = input;
  const parameters = await readSetting(ctx.db, 'creditParameters');
  const today = ctx.clock.today();
  if (interestRate !== undefined) {
    await countAttempt(ctx, 'creditFacts', nameOfCaller(ctx));
    const asked = { amountCents, termMonths, referenceOn: today };
    return simulationAnswer(interestRate, termsAt(asked, interestRate, parameters) ?? refuseTooSmall());
  }
  if (hasCollateral && !collateralType)
    refuse('VALIDATION', { text: COLLATERAL, fields: { collateralType: COLLATERAL } });
  const facts = await ownFacts(ctx);
  const vehicleYear = input.collateralAnoFabricacao ?? null;
  const collateral = hasCollateral && collateralType ? { type: collateralType, vehicleYear } : null;
  const quoted = quote({ ...facts, amountCents, termMonths, collateral }, parameters) ?? refuseTooSmall();
  return simulationAnswer(quoted.interestRate, quoted.terms);
}

const COLLATERAL = 'Selecione o tipo de garantia';

export function refuseTooSmall(): never {
  const text = 'O valor é pequeno demais para este número de parcelas';
  return refuse('VALIDATION', { text, fields: { amount: text } });
}

const simulationAnswer = (interestRate: string, terms: LoanTerms): SimulationAnswer => ({
  interestRate,
  monthlyPayment: toDecimal(terms.instalmentCents),
  totalAmount: toDecimal(terms.totalCents),
  iof: toDecimal(terms.iof.totalCents),
  netAmount: toDecimal(terms.netCents),
  cetMonthly: terms.cet.monthlyPercent,
  cetAnnual: terms.cet.annualPercent,
  schedule: terms.rows.map((row) => ({
    installmentNumber: row.number,
    dueDate: row.dueOn,
    amount: toDecimal(row.paymentCents),
    principal: toDecimal(row.principalCents),
    interest: toDecimal(row.interestCents),
    balance: toDecimal(row.balanceCents),
  })),
});
