import { and, count, desc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import { ACCOUNT_TYPES, type AccountType } from '#domain/ledger/words';
import { toDecimal } from '#domain/money';
import { moneySchema } from '#server/account/shapes';
import { lentCents } from '#server/credit/operations';
import type { SignedInContext } from '#server/kernel/context';
import { sumOfBalances } from '#server/ledger/last-balance';
import { auditRowSchema, toAuditRow } from './audit-row.ts';

const RECENT_ROWS = 10;

export const dashboardSchema = z.object({
  figures: z.object({
    users: z.int(),
    activeAccounts: z.int(),
    totalBalance: moneySchema,
    creditPortfolio: moneySchema,
    investments: moneySchema,
    pendingApprovals: z.int(),
  }),
  /** Sum of the customers' external accounts; not part of any other figure. */
  externalBalance: moneySchema,
  recent: z.array(auditRowSchema),
});
export type Dashboard = z.infer<typeof dashboardSchema>;

/** Lent money is read from the bank's account of loans receivable. */
export async function dashboard(ctx: SignedInContext): Promise<Dashboard> {
  const { db } = ctx;
  const { users, accounts, auditLog } = db.tables;
  const [people] = await db.select({ count: count() }).from(users).where(eq(users.role, 'cliente'));
  const [active] = await db
    .select({ count: count() })
    .from(accounts)
    .where(
      and(eq(accounts.isActive, true), inArray(accounts.accountType, ['checking', 'savings', 'investment'])),
    );
  const pending = await Promise.all(ctx.registry.pendingApprovals.map((counter) => counter(db)));
  const recent = await db.select().from(auditLog).orderBy(desc(auditLog.seq)).limit(RECENT_ROWS);
  const { freeCents, investedCents, externalCents } = await heldBy(db);
  return {
    figures: {
      users: people?.count ?? 0,
      activeAccounts: active?.count ?? 0,
      totalBalance: toDecimal(freeCents),
      creditPortfolio: toDecimal(await lentCents(db)),
      investments: toDecimal(investedCents),
      pendingApprovals: pending.reduce((sum, waiting) => sum + waiting, 0),
    },
    externalBalance: toDecimal(externalCents),
    recent: recent.map(toAuditRow),
  };
}

type Held = { freeCents: number; investedCents: number; externalCents: number };

/** All balances add up to zero, so checking and savings (most accounts), with what is reserved, equal minus the others. */
async function heldBy(db: Reader): Promise<Held> {
  const { accounts } = db.tables;
  const rows = await db
    .select({ kind: accounts.accountType, cents: sumOfBalances(db) })
    .from(accounts)
    .where(inArray(accounts.accountType, OTHERS))
    .groupBy(accounts.accountType);
  const centsOf = (of: AccountType) => rows.find(({ kind }) => kind === of)?.cents ?? 0;
  return {
    freeCents: -rows.reduce((all, { cents }) => all + cents, 0),
    investedCents: centsOf('investment'),
    externalCents: centsOf('external'),
  };
}

/** Reserved money counts as the account's that it was reserved from. */
const OWN: readonly AccountType[] = ['checking', 'savings', 'held'];
const OTHERS = ACCOUNT_TYPES.filter((kind) => !OWN.includes(kind));
