import type { Position } from '#domain/investment/yield';
import { parseDecimal } from '#domain/money';
import type { RouterOutputs } from '../trpc.ts';

export type Product = RouterOutputs['investment']['products']['list'][number];
export type Investment = RouterOutputs['investment']['list']['investments'][number];

/** What the yield of an investment is computed from. */
export const positionOf = ({ amount, rate, startDate }: Investment): Position => ({
  amountCents: parseDecimal(amount) ?? 0,
  annualRatePercent: rate,
  startOn: startDate,
});

/** Expected return less what was invested, in cents (section 9 of the specification). */
export const expectedYieldCents = ({ expectedReturn, amount }: Investment): number =>
  (parseDecimal(expectedReturn) ?? 0) - (parseDecimal(amount) ?? 0);
