import { businessDaysBetween } from '#domain/calendar';
import type { InvestInput } from '#domain/investment/input';
import { grossCents, maturityOn } from '#domain/investment/yield';
import type { OpenAccount } from '#domain/ledger/apply-posting';
import { formatBrl, MAX_AMOUNT_CENTS, toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import type { AuditEvent } from '#server/audit/record';
import { type AttemptWindows, attemptsOf, countDecided } from '#server/auth/attempt-facts';
import { customerNumbered, insertContracts } from '#server/contract/contract-facts';
import { type CustomerRow, newContract } from '#server/contract/make';
import { checkingOf, type HeldFact, investmentAccountOf } from '#server/decision/account-facts';
import { becomes, type Decision, written } from '#server/decision/decision';
import { decideTogether } from '#server/decision/group';
import { newlyOpen } from '#server/decision/newly-open';
import type { SignedInContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { letterOf } from '#server/outbox/queue-together';
import { investmentContract } from './contract-text.ts';
import { insertInvestments, productNumbered } from './investment-facts.ts';
import { type InvestmentAnswer, type InvestmentRow, investmentAnswer, type ProductRow } from './shapes.ts';

/**
 * The investment earns even if its contract stays unsigned. `amount` is in cents. Refuses NOT_FOUND, PRODUCT_INACTIVE,
 * VALIDATION (minimum, maximum at maturity), ACCOUNT_INACTIVE, INSUFFICIENT_FUNDS, TOO_MANY_ATTEMPTS, IDEMPOTENCY_KEY_REUSED.
 */
export const invest = (ctx: SignedInContext, input: InvestInput): Promise<InvestmentAnswer> =>
  decideTogether(ctx, INVEST, input);

type Facts = {
  made: AttemptWindows;
  product: ProductRow | null;
  checking: HeldFact | null;
  held: OpenAccount | null;
  customer: CustomerRow | null;
};

export const INVEST: Decision<InvestInput, Facts, InvestmentAnswer> = {
  operation: 'invest',

  facts: (ctx, { productId }) => ({
    made: attemptsOf('investment', sharerOf(ctx)),
    product: productNumbered(productId),
    checking: checkingOf(ctx.user.id),
    held: investmentAccountOf(ctx.user.id),
    customer: customerNumbered(ctx.user.id),
  }),

  decide({ made, product, checking, held, customer }, { ctx, input: { amount }, by: { createdAt } }) {
    const userId = ctx.user.id;
    const counted = countDecided(ctx, { kind: 'investment', who: sharerOf(ctx), windows: made });
    const offered = offeredProduct(product, amount);
    if (!checking?.isActive) refuse('ACCOUNT_INACTIVE');
    if (!customer) throw new Error(`user ${userId} not found`);

    // A customer's first investment opens it.
    const opened = held ? [] : [newlyOpen('investment', userId, createdAt)];
    const account = held ?? opened[0];
    if (!account) throw new Error(`user ${userId}: no investment account`);
    const row = newInvestment(offered, amount, { checking, today: ctx.clock.today(), createdAt });
    const contract = newContract(ctx, customer, investmentContract(row, offered));
    const { title: contractTitle } = contract.row;
    return {
      answer: investmentAnswer(row, offered.name, row.startOn),
      opens: opened,
      posting: {
        type: 'investment_application',
        description: `Aplicação em ${offered.name}`,
        entries: [
          { accountId: checking.id, amountCents: -amount },
          { accountId: account.id, amountCents: amount },
        ],
      },
      writes: [...counted.writes, written(insertInvestments, row), written(insertContracts, contract.row)],
      changes: [...counted.changes, ...opened.map((one) => becomes(investmentAccountOf(userId), one))],
      letters: [letterOf(ctx, 'contract_waiting', customer, { contractTitle })],
      audit: [contract.event, createdEvent(row)],
    };
  },
};

function offeredProduct(product: ProductRow | null, amountCents: number): ProductRow {
  if (!product) refuse('NOT_FOUND', { text: 'Produto não encontrado' });
  if (!product.isActive) refuse('PRODUCT_INACTIVE');
  if (amountCents < product.minAmountCents) {
    const text = `O valor mínimo deste produto é ${formatBrl(product.minAmountCents)}`;
    refuse('VALIDATION', { text, fields: { amount: text } });
  }
  return product;
}

/** Refuses VALIDATION for one whose maturity would pay more than the ledger takes: the daily run would fail. */
function newInvestment(
  product: ProductRow,
  amountCents: number,
  { checking, today, createdAt }: { checking: HeldFact; today: string; createdAt: Date },
): InvestmentRow {
  const endsOn = maturityOn(today, product.termDays);
  const expected = grossCents(amountCents, product.annualRate, businessDaysBetween(today, endsOn));
  if (expected > MAX_AMOUNT_CENTS) {
    const text = `No vencimento seriam mais de ${formatBrl(MAX_AMOUNT_CENTS)}: aplique um valor menor`;
    refuse('VALIDATION', { text, fields: { amount: text } });
  }
  return {
    id: newId(),
    userId: checking.userId,
    productId: product.id,
    accountId: checking.id,
    amountCents,
    annualRate: product.annualRate,
    expectedReturnCents: expected,
    status: 'active',
    startOn: today,
    maturityOn: endsOn,
    createdAt,
    endedOn: null,
    yieldCents: null,
    iofCents: null,
    incomeTaxCents: null,
  };
}

const createdEvent = ({ id, productId, amountCents, annualRate: rate }: InvestmentRow): AuditEvent => ({
  action: 'create_investment',
  entityId: id,
  changes: { productId, amount: toDecimal(amountCents), rate },
});
