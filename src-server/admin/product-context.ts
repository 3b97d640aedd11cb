import { and, desc, eq, lt, lte, notInArray, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import { bankDate } from '#domain/date';
import type { TransactionType } from '#domain/ledger/words';
import { toDecimal } from '#domain/money';
import { moneySchema } from '#server/account/shapes';

const id = z.string();

export const creditSchema = z
  .object({ proposalId: id, number: z.int().nullable(), purpose: z.string() })
  .nullable();

export const investmentSchema = z
  .object({ id, productName: z.string(), amount: moneySchema, startOn: z.iso.date() })
  .nullable();

type Moved = { id: string; type: TransactionType; createdAt: Date; amountCents: number };
type Side = { accountId: string; accountType: string; holderId: string | null };
type Products = { credit: z.output<typeof creditSchema>; investment: z.output<typeof investmentSchema> };

/** Types posted at the same moment as the transaction they belong to. */
const FOLLOWING: TransactionType[] = ['fee', 'interest', 'investment_yield'];

const NONE: Products = { credit: null, investment: null };

/** The credit or investment of a transaction; null if several identical investments match. */
export async function productOf(db: Reader, moved: Moved, sides: readonly Side[]): Promise<Products> {
  const own = sides.find(({ holderId, accountType }) => holderId !== null && accountType !== 'investment');
  if (!own?.holderId) return NONE;
  const main = FOLLOWING.includes(moved.type) ? await mainOf(db, moved, own.accountId) : moved;
  switch (main?.type) {
    case 'credit_payment':
      return { ...NONE, credit: await creditOfPayment(db, main, own.holderId) };
    case 'credit_disbursement':
      return { ...NONE, credit: await creditOfPayout(db, main, own.holderId) };
    case 'investment_application':
      return { ...NONE, investment: await investmentMade(db, main, own.holderId) };
    case 'investment_redemption':
      return { ...NONE, investment: await investmentEnded(db, main, own.holderId) };
    default:
      return NONE;
  }
}

async function mainOf(db: Reader, moved: Moved, accountId: string): Promise<Moved | null> {
  const { entries, transactions } = db.tables;
  const before = alias(entries, 'before');
  const [row] = await db
    .select(columnsOf(transactions, 'id', 'type', 'createdAt', 'amountCents'))
    .from(entries)
    .innerJoin(before, and(eq(before.accountId, accountId), lt(before.seq, entries.seq)))
    .innerJoin(transactions, eq(transactions.id, before.transactionId))
    .where(
      and(
        eq(entries.transactionId, moved.id),
        eq(entries.accountId, accountId),
        eq(transactions.createdAt, moved.createdAt),
        notInArray(transactions.type, FOLLOWING),
      ),
    )
    .orderBy(desc(before.seq))
    .limit(1);
  return row ?? null;
}

async function creditOfPayment(db: Reader, { id: transactionId }: Moved, userId: string) {
  const { creditProposals: proposals, instalments } = db.tables;
  const [row] = await db
    .select({ proposalId: proposals.id, number: instalments.number, purpose: proposals.purpose })
    .from(proposals)
    .innerJoin(instalments, eq(instalments.proposalId, proposals.id))
    .where(and(eq(proposals.userId, userId), eq(instalments.transactionId, transactionId)));
  return row ?? null;
}

/** A credit is paid out at the moment its contract is signed. */
async function creditOfPayout(db: Reader, { createdAt, amountCents }: Moved, userId: string) {
  const { contracts, creditProposals: proposals } = db.tables;
  const [row, ...others] = await db
    .select({ proposalId: proposals.id, purpose: proposals.purpose })
    .from(proposals)
    .innerJoin(contracts, eq(contracts.relatedId, proposals.id))
    .where(
      and(
        eq(proposals.userId, userId),
        eq(proposals.amountCents, amountCents),
        eq(contracts.signedAt, createdAt),
      ),
    );
  return row && others.length === 0 ? { ...row, number: null } : null;
}

function investmentMade(db: Reader, moved: Moved, userId: string) {
  return onlyOne(db, moved, userId, eq(db.tables.investments.createdAt, moved.createdAt));
}

/** `lte`: if the account was frozen at maturity, the redemption is posted on a later day. */
function investmentEnded(db: Reader, moved: Moved, userId: string) {
  return onlyOne(db, moved, userId, lte(db.tables.investments.endedOn, bankDate(moved.createdAt)));
}

async function onlyOne(
  db: Reader,
  moved: Moved,
  userId: string,
  isMeant: SQL,
): Promise<Products['investment']> {
  const { investmentProducts: products, investments } = db.tables;
  const [row, ...others] = await db
    .select({
      ...columnsOf(investments, 'id', 'amountCents', 'startOn'),
      productName: products.name,
    })
    .from(investments)
    .innerJoin(products, eq(products.id, investments.productId))
    .where(and(eq(investments.userId, userId), eq(investments.amountCents, moved.amountCents), isMeant));
  if (!row || others.length > 0) return null;
  const { amountCents, ...investment } = row;
  return { ...investment, amount: toDecimal(amountCents) };
}
