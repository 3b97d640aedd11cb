import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import type { AccountType } from '#domain/ledger/words';
import { toDecimal } from '#domain/money';
import { moneySchema } from '#server/account/shapes';
import type { SignedInContext } from '#server/context';
import { bankAccountId } from '#server/ledger/bank-account';
import { balanceOf } from '#server/ledger/statement';
import { auditRowSchema, toAuditRow } from './audit-row.ts';

const RECENT_ROWS = 10;

/** The six figures of the administrator's dashboard and the last rows of the audit log. */
export const dashboardSchema = z.object({
  figures: z.object({
    users: z.int(),
    activeAccounts: z.int(),
    totalBalance: moneySchema,
    creditPortfolio: moneySchema,
    investments: moneySchema,
    pendingApprovals: z.int(),
  }),
  recent: z.array(auditRowSchema),
});
export type Dashboard = z.infer<typeof dashboardSchema>;

/**
 * Customers, their active accounts, what they hold in checking and savings, what is lent (what the bank's account of loans
 * receivable went down by), what is invested, and what waits for an administrator (the counters that features register).
 */
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
  return {
    figures: {
      users: people?.count ?? 0,
      activeAccounts: active?.count ?? 0,
      totalBalance: toDecimal(await totalOf(db, ['checking', 'savings'])),
      creditPortfolio: toDecimal(-(await balanceOf(db, await bankAccountId(db, 'loans_receivable')))),
      investments: toDecimal(await totalOf(db, ['investment'])),
      pendingApprovals: pending.reduce((sum, waiting) => sum + waiting, 0),
    },
    recent: recent.map(toAuditRow),
  };
}

/** Sum of the balances of all accounts of these kinds, in cents; a balance is an account's last entry. */
async function totalOf(db: Reader, kinds: AccountType[]): Promise<number> {
  const { accounts, entries } = db.tables;
  const last = db
    .select({ balance: entries.balanceAfterCents })
    .from(entries)
    .where(eq(entries.accountId, accounts.id))
    .orderBy(desc(entries.seq))
    .limit(1);
  const [row] = await db
    .select({ total: sql`coalesce(sum((${last})), 0)`.mapWith(Number) })
    .from(accounts)
    .where(inArray(accounts.accountType, kinds));
  return row?.total ?? 0;
}
