import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '#db/db';
import { forUpdate } from '#db/lock';
import type { ProductInput, updateProductSchema } from '#domain/investment/input';
import { toDecimal } from '#domain/money';
import { formatPercent } from '#domain/percent';
import { refuse } from '#domain/refusal';
import { requireProof } from '#server/access/proof';
import { record } from '#server/audit/record';
import type { SignedInContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { tellRules } from '#server/outbox/tell-rules';
import { type ProductAnswer, type ProductRow, productAnswer } from './shapes.ts';

/** Administrators also see withdrawn products. */
export async function listProducts(ctx: SignedInContext): Promise<ProductAnswer[]> {
  const { investmentProducts: products } = ctx.db.tables;
  const rows = await ctx.db
    .select()
    .from(products)
    .where(ctx.user.role === 'admin' ? undefined : eq(products.isActive, true))
    .orderBy(asc(products.createdAt), asc(products.id));
  return rows.map(productAnswer);
}

/** Needs a fresh proof in production, since the rate is a promise, and all administrators are told. Refuses REAUTHENTICATE. */
export async function createProduct(ctx: SignedInContext, input: ProductInput): Promise<ProductAnswer> {
  await requireProof(ctx, { inProduction: 'sinceSignIn' });
  const { minAmount, ...rest } = input;
  const row = {
    id: newId(),
    ...rest,
    minAmountCents: minAmount,
    isActive: true,
    createdAt: ctx.clock.now(),
  };
  await ctx.db.transaction(async (tx) => {
    await tx.insert(tx.tables.investmentProducts).values(row);
    await tellOffer(tx, ctx, row);
    await record(tx, ctx, {
      action: 'create_product',
      entityId: row.id,
      changes: { ...rest, minAmount: toDecimal(minAmount) },
    });
  });
  return productAnswer(row);
}

/** Existing investments continue. Offering a product again needs a fresh proof, and all administrators are told. Refuses NOT_FOUND, REAUTHENTICATE. */
export async function updateProduct(
  ctx: SignedInContext,
  { id, isActive }: z.output<typeof updateProductSchema>,
): Promise<ProductAnswer> {
  if (isActive) await requireProof(ctx, { inProduction: 'sinceSignIn' });
  return ctx.db.transaction(async (tx) => {
    const { investmentProducts: products } = tx.tables;
    const [before] = await forUpdate(tx.select().from(products).where(eq(products.id, id)));
    if (!before) refuse('NOT_FOUND');
    if (before.isActive === isActive) return productAnswer(before);
    await tx.update(products).set({ isActive }).where(eq(products.id, id));
    if (isActive) await tellOffer(tx, ctx, before);
    await record(tx, ctx, {
      action: 'update_product',
      entityId: id,
      changes: { isActive: { from: before.isActive, to: isActive } },
    });
    return productAnswer({ ...before, isActive });
  });
}

/** What it yields is the bank's money, which no maximum of an administrator bounds. */
const tellOffer = (
  tx: Tx,
  ctx: SignedInContext,
  { name, annualRate, termDays }: Pick<ProductRow, 'name' | 'annualRate' | 'termDays'>,
): Promise<void> => {
  const term = termDays === 1 ? '1 dia' : `${termDays} dias`;
  return tellRules(
    tx,
    ctx,
    `a oferta do investimento “${name}”, a ${formatPercent(annualRate)} ao ano por ${term}`,
  );
};
