import { and, eq } from 'drizzle-orm';
import type { RedeemInput } from '#domain/investment/input';
import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { askedFor, moneyWrite } from '#server/audit/money-write';
import type { SignedInContext } from '#server/kernel/context';
import { payOut } from './pay-out.ts';
import { type InvestmentAnswer, investmentAnswer } from './shapes.ts';

/**
 * Pays no yield on the first day; from maturity on, the status becomes `matured`. Refuses NOT_FOUND, INVESTMENT_ENDED,
 * ACCOUNT_INACTIVE, IDEMPOTENCY_KEY_REUSED.
 */
export async function redeem(ctx: SignedInContext, input: RedeemInput): Promise<InvestmentAnswer> {
  const { id } = input;
  const today = ctx.clock.today();
  return moneyWrite(ctx, askedFor('redeem', input), async (tx, by) => {
    const { investments, investmentProducts: products } = tx.tables;
    const [found] = await tx
      .select({ investment: investments, productName: products.name })
      .from(investments)
      .innerJoin(products, eq(products.id, investments.productId))
      .where(and(eq(investments.id, id), eq(investments.userId, ctx.user.id)));
    if (!found) refuse('NOT_FOUND');
    const { investment, productName } = found;
    const isMature = today >= investment.maturityOn;
    const { row, paid } = await payOut(tx, ctx, investment, {
      status: isMature ? 'matured' : 'redeemed',
      on: isMature ? investment.maturityOn : today,
      by,
      productName,
    });
    return {
      answer: investmentAnswer(row, productName, today),
      audit: {
        action: 'redeem_investment',
        entityId: id,
        changes: {
          status: { from: 'active', to: row.status },
          gross: toDecimal(paid.grossCents),
          net: toDecimal(paid.netCents),
        },
      },
    };
  });
}
