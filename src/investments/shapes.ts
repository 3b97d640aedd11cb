import type { Position } from '#domain/investment/yield';
import { parseDecimal } from '#domain/money';
import type { WithCover } from '../shared-movement/cover.ts';
import type { RouterOutputs } from '../trpc.ts';

/** What the summary shows of an application. */
export type Chosen = Product & WithCover;
export type Product = RouterOutputs['investment']['products']['list'][number];
export type Investment = RouterOutputs['investment']['list']['investments'][number];

export const STEPS = { steps: ['Dados', 'Conferir', 'Contrato'], label: 'Passos do investimento' } as const;

export const positionOf = ({ amount, rate, startDate }: Investment): Position => ({
  amountCents: parseDecimal(amount) ?? 0,
  annualRatePercent: rate,
  startOn: startDate,
});

/** Expected return less the principal, in cents. */
export const expectedYieldCents = ({ expectedReturn, amount }: Investment): number =>
  (parseDecimal(expectedReturn) ?? 0) - (parseDecimal(amount) ?? 0);
