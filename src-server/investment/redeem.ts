import type { RedeemInput } from '#domain/investment/input';
import { refuse } from '#domain/refusal';
import type { Decision } from '#server/decision/decision';
import { decideTogether } from '#server/decision/group';
import type { SignedInContext } from '#server/kernel/context';
import { type PayOutFacts, payOut, payOutFacts } from './pay-out.ts';
import { type InvestmentAnswer, investmentAnswer } from './shapes.ts';

/**
 * Pays no yield on the first day; from maturity on, the status becomes `matured`. Refuses NOT_FOUND, INVESTMENT_ENDED,
 * ACCOUNT_INACTIVE, IDEMPOTENCY_KEY_REUSED.
 */
export const redeem = (ctx: SignedInContext, input: RedeemInput): Promise<InvestmentAnswer> =>
  decideTogether(ctx, REDEEM, input);

export const REDEEM: Decision<RedeemInput, PayOutFacts, InvestmentAnswer> = {
  operation: 'redeem',

  facts: (ctx, { id }) => payOutFacts(id, ctx.user.id),

  decide(facts, { ctx }) {
    const { invested } = facts;
    if (invested?.investment.userId !== ctx.user.id) refuse('NOT_FOUND');
    const today = ctx.clock.today();
    const { maturityOn } = invested.investment;
    const isMature = today >= maturityOn;
    const {
      row,
      paid: _,
      ...decided
    } = payOut(invested, facts, {
      action: 'redeem_investment',
      status: isMature ? 'matured' : 'redeemed',
      on: isMature ? maturityOn : today,
    });
    return { ...decided, answer: investmentAnswer(row, invested.productName, today) };
  },
};
