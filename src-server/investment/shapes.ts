import { z } from 'zod';
import type { Tables } from '#db/schema';
import { INVESTMENT_STATUSES, RISK_LEVELS } from '#domain/investment/words';
import { redemptionOn } from '#domain/investment/yield';
import { toDecimal } from '#domain/money';
import { moneySchema } from '#server/account/shapes';
import { pageSchema } from '#server/kernel/keyset';

const rateSchema = z.string().regex(/^\d+\.\d{2}$/);

/** `annualRate` is percent a year. */
export const productAnswerSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  minAmount: moneySchema,
  annualRate: rateSchema,
  termDays: z.number(),
  riskLevel: z.enum(RISK_LEVELS),
  isActive: z.boolean(),
});
export type ProductAnswer = z.infer<typeof productAnswerSchema>;

/** `expectedReturn`: gross at maturity with principal; `netToday`: net payout today, or as paid. */
export const investmentSchema = z.object({
  id: z.string(),
  productId: z.string(),
  productName: z.string(),
  amount: moneySchema,
  rate: rateSchema,
  expectedReturn: moneySchema,
  status: z.enum(INVESTMENT_STATUSES),
  startDate: z.string(),
  maturityDate: z.string(),
  endedDate: z.string().nullable(),
  netToday: moneySchema,
  holder: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type InvestmentAnswer = z.infer<typeof investmentSchema>;

/** `totals` cover all pages, and are null but on the first one. */
export const investmentPageSchema = pageSchema({
  investments: z.array(investmentSchema),
  totals: z
    .object({
      count: z.number(),
      active: z.number(),
      invested: moneySchema,
      expectedYield: moneySchema,
    })
    .nullable(),
});
export type InvestmentPage = z.infer<typeof investmentPageSchema>;

export type ProductRow = Tables['investmentProducts']['$inferSelect'];
export type InvestmentRow = Tables['investments']['$inferSelect'];

export const productAnswer = (row: ProductRow): ProductAnswer =>
  productAnswerSchema.parse({ ...row, minAmount: toDecimal(row.minAmountCents) });

export function investmentAnswer(
  row: InvestmentRow,
  productName: string,
  today: string,
  holder: InvestmentAnswer['holder'] = null,
): InvestmentAnswer {
  return {
    id: row.id,
    productId: row.productId,
    productName,
    amount: toDecimal(row.amountCents),
    rate: row.annualRate,
    expectedReturn: toDecimal(row.expectedReturnCents),
    status: investmentSchema.shape.status.parse(row.status),
    startDate: row.startOn,
    maturityDate: row.maturityOn,
    endedDate: row.endedOn,
    netToday: toDecimal(netCents(row, today)),
    holder,
  };
}

function netCents(row: InvestmentRow, today: string): number {
  if (row.endedOn !== null)
    return row.amountCents + (row.yieldCents ?? 0) - (row.iofCents ?? 0) - (row.incomeTaxCents ?? 0);
  const on = today < row.maturityOn ? today : row.maturityOn;
  return redemptionOn(positionOf(row), on).netCents;
}

export const positionOf = (row: Pick<InvestmentRow, 'amountCents' | 'annualRate' | 'startOn'>) => ({
  amountCents: row.amountCents,
  annualRatePercent: row.annualRate,
  startOn: row.startOn,
});
