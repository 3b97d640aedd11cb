import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { forNoKeyUpdate, forShare } from '#db/lock';
import { businessDaysBetween } from '#domain/calendar';
import type { InvestInput } from '#domain/investment/input';
import { grossCents, maturityOn } from '#domain/investment/yield';
import { formatBrl, toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { findChecking } from '#server/account/holders';
import { askedFor, moneyWrite } from '#server/audit/money-write';
import { countInTransaction } from '#server/auth/attempts';
import { makeContract } from '#server/contract/make';
import type { SignedInContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { accountNumberCandidates, openAccount } from '#server/ledger/open-account';
import { post } from '#server/ledger/post';
import { investmentContract } from './contract-text.ts';
import { type InvestmentAnswer, type InvestmentRow, investmentAnswer, type ProductRow } from './shapes.ts';

/**
 * The investment earns even if its contract stays unsigned. `amount` is in cents. Refuses NOT_FOUND, PRODUCT_INACTIVE,
 * VALIDATION (minimum), ACCOUNT_INACTIVE, INSUFFICIENT_FUNDS, TOO_MANY_ATTEMPTS, IDEMPOTENCY_KEY_REUSED.
 */
export async function invest(ctx: SignedInContext, input: InvestInput): Promise<InvestmentAnswer> {
  const candidates = accountNumberCandidates();
  return moneyWrite(ctx, askedFor('invest', input), async (tx, by) => {
    await countInTransaction(tx, ctx, 'investment', ctx.user.id);
    const product = await lockOfferedProduct(tx, input);
    const checking = await findChecking(tx, ctx.user.id);
    if (!checking?.isActive) refuse('ACCOUNT_INACTIVE');
    const accountId = await investmentAccount(tx, ctx.user.id, candidates, by.createdAt);

    const row = newInvestment(product, input.amount, {
      userId: ctx.user.id,
      accountId: checking.id,
      today: ctx.clock.today(),
      at: by.createdAt,
    });
    await post(tx, {
      ...by,
      type: 'investment_application',
      description: `Aplicação em ${product.name}`,
      entries: [
        { accountId: checking.id, amountCents: -input.amount },
        { accountId, amountCents: input.amount },
      ],
    });
    await tx.insert(tx.tables.investments).values(row);
    await makeContract(tx, ctx, investmentContract(row, product));
    return {
      answer: investmentAnswer(row, product.name, row.startOn),
      audit: {
        action: 'create_investment',
        entityId: row.id,
        changes: { productId: product.id, amount: toDecimal(input.amount), rate: row.annualRate },
      },
    };
  });
}

/** The lock prevents a concurrent withdrawal of the product. */
async function lockOfferedProduct(tx: Tx, { productId, amount }: InvestInput): Promise<ProductRow> {
  const { investmentProducts: products } = tx.tables;
  const [product] = await forShare(tx.select().from(products).where(eq(products.id, productId)));
  if (!product) refuse('NOT_FOUND', { text: 'Produto não encontrado' });
  if (!product.isActive) refuse('PRODUCT_INACTIVE');
  if (amount < product.minAmountCents) {
    const text = `O valor mínimo deste produto é ${formatBrl(product.minAmountCents)}`;
    refuse('VALIDATION', { text, fields: { amount: text } });
  }
  return product;
}

/** The lock on the user prevents duplicates; inserts that reference the user do not wait for it. */
async function investmentAccount(
  tx: Tx,
  userId: string,
  candidates: readonly string[],
  createdAt: Date,
): Promise<string> {
  const { accounts, users } = tx.tables;
  await forNoKeyUpdate(tx.select({ id: users.id }).from(users).where(eq(users.id, userId)));
  const [own] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.accountType, 'investment')));
  if (own) return own.id;
  const opened = await openAccount(tx, { userId, accountType: 'investment', candidates, createdAt });
  return opened.id;
}

function newInvestment(
  product: ProductRow,
  amountCents: number,
  { userId, accountId, today, at }: { userId: string; accountId: string; today: string; at: Date },
): InvestmentRow {
  const endsOn = maturityOn(today, product.termDays);
  const expected = grossCents(amountCents, product.annualRate, businessDaysBetween(today, endsOn));
  return {
    id: newId(),
    userId,
    productId: product.id,
    accountId,
    amountCents,
    annualRate: product.annualRate,
    expectedReturnCents: expected,
    status: 'active',
    startOn: today,
    maturityOn: endsOn,
    createdAt: at,
    endedOn: null,
    yieldCents: null,
    iofCents: null,
    incomeTaxCents: null,
  };
}
