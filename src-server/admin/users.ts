import { and, eq, gte, inArray, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import type { UserListInput } from '#domain/admin/lists';
import { toDecimal } from '#domain/money';
import { listedPhone } from '#domain/phone-format';
import { refuse } from '#domain/refusal';
import { listedDocument } from '#domain/tax-id';
import { personMatches } from '#server/account/matches';
import { moneySchema } from '#server/account/shapes';
import { documentFreeFrom } from '#server/auth/document-free';
import { frozenSince } from '#server/auth/freeze/frozen';
import { factorsEndAt, hasFactors } from '#server/auth/lost-factors/factors-end';
import { noteView } from '#server/auth/profile/note-view';
import { type UserRow, userAnswer, userSchema } from '#server/auth/user-answer';
import { among } from '#server/kernel/any-of';
import type { SignedInContext } from '#server/kernel/context';
import { idsOf } from '#server/kernel/id';
import { byName, page, sorted } from '#server/kernel/keyset';
import { bankMidnight } from '#server/ledger/bank-day';
import { balancesOf } from '#server/ledger/statement';

const nullable = z.string().nullable();

export const adminUserSchema = userSchema.extend({
  /** Checking and savings, without frozen accounts. */
  totalBalance: moneySchema,
  externalBalance: moneySchema,
  inactiveReason: nullable,
  closedAt: z.iso.datetime().nullable(),
  /** By its owner, real time. */
  frozenAt: z.iso.datetime().nullable(),
  /** Has an authenticator app or a passkey. */
  hasFactors: z.boolean(),
  /** When they end, since an administrator has asked for it. Real time. */
  factorsEndAt: z.iso.datetime().nullable(),
  /** From when the document may be freed for another record, since an administrator has asked for it. Real time. */
  documentFreeFrom: z.iso.datetime().nullable(),
  /** Since when it may be registered again and does not sign in here. */
  documentFreedAt: z.iso.datetime().nullable(),
});
export type AdminUser = z.output<typeof adminUserSchema>;

/** CPF, CNPJ and telephone are masked; opening the full record is audited. */
export const listedUserSchema = adminUserSchema.pick({
  id: true,
  fullName: true,
  username: true,
  email: true,
  phone: true,
  cpf: true,
  cnpj: true,
  role: true,
  isActive: true,
  inactiveReason: true,
  closedAt: true,
  createdAt: true,
  totalBalance: true,
  externalBalance: true,
});
export type ListedUser = z.output<typeof listedUserSchema>;

export const userPageSchema = z.object({
  users: z.array(listedUserSchema),
  nextCursor: nullable,
  totals: z.object({ count: z.int(), active: z.int() }),
});
export type UserPage = z.output<typeof userPageSchema>;

export async function listUsers(ctx: SignedInContext, input: UserListInput): Promise<UserPage> {
  const { db } = ctx;
  const { users } = db.tables;
  const filter = filterOf(db, input);
  const { rows, nextCursor } = await page(
    (after) => db.select().from(users).where(and(filter, after)),
    sorted(users, { fullName: byName(db, users.fullName, (row: UserRow) => row.fullName) }, input.sort),
    input,
  );
  const [totals] = await db
    .select({
      count: sql`count(*)`.mapWith(Number),
      active: sql`count(case when ${users.isActive} then 1 end)`.mapWith(Number),
    })
    .from(users)
    .where(filter);
  return {
    users: (await withBalances(db, rows)).map(listed),
    nextCursor,
    totals: { count: totals?.count ?? 0, active: totals?.active ?? 0 },
  };
}

/** Leaves a `view_user` row. Refuses NOT_FOUND. */
export async function viewUser(ctx: SignedInContext, { id }: { id: string }): Promise<AdminUser> {
  const user = await adminUser(ctx.db, id);
  await noteView(ctx, id);
  return user;
}

type Balanced = Omit<
  AdminUser,
  'frozenAt' | 'hasFactors' | 'factorsEndAt' | 'documentFreeFrom' | 'documentFreedAt'
>;

export function listed(user: Balanced): ListedUser {
  const { cpf, cnpj, phone, ...rest } = listedUserSchema.parse(user);
  return {
    ...rest,
    phone: phone && listedPhone(phone),
    cpf: cpf && listedDocument(cpf),
    cnpj: cnpj && listedDocument(cnpj),
  };
}

/** The caller writes a `view_user` row if it shows the full record. Refuses NOT_FOUND. */
export async function adminUser(db: Reader, id: string): Promise<AdminUser> {
  const { users } = db.tables;
  const [row] = await db.select().from(users).where(eq(users.id, id));
  if (!row) refuse('NOT_FOUND');
  const [user] = await withBalances(db, [row]);
  if (!user) refuse('NOT_FOUND');
  return {
    ...user,
    frozenAt: (await frozenSince(db, id))?.toISOString() ?? null,
    hasFactors: await hasFactors(db, row),
    factorsEndAt: (await factorsEndAt(db, id))?.toISOString() ?? null,
    documentFreeFrom: (await documentFreeFrom(db, id))?.toISOString() ?? null,
    documentFreedAt: row.documentFreedAt?.toISOString() ?? null,
  };
}

function filterOf(db: Reader, { q, role, active, from }: UserListInput): SQL | undefined {
  const { users } = db.tables;
  return and(
    q === undefined ? undefined : personMatches(db, [users.fullName, users.email, users.username], q),
    role === undefined ? undefined : eq(users.role, role),
    active === undefined ? undefined : eq(users.isActive, active),
    from === undefined ? undefined : gte(users.createdAt, bankMidnight(from)),
  );
}

async function withBalances(db: Reader, rows: readonly UserRow[]): Promise<Balanced[]> {
  const { accounts } = db.tables;
  const held = await db
    .select(columnsOf(accounts, 'id', 'userId', 'accountType'))
    .from(accounts)
    .where(
      and(
        among(db, accounts.userId, idsOf(rows)),
        or(
          eq(accounts.accountType, 'external'),
          and(inArray(accounts.accountType, ['checking', 'savings']), eq(accounts.isActive, true)),
        ),
      ),
    );
  const balances = await balancesOf(db, idsOf(held));
  const totals = new Map<string | null, { own: number; external: number }>();
  for (const { id, userId, accountType } of held) {
    const total = totals.get(userId) ?? { own: 0, external: 0 };
    total[accountType === 'external' ? 'external' : 'own'] += balances.get(id) ?? 0;
    totals.set(userId, total);
  }
  return rows.map((row) => ({
    ...userAnswer(row),
    inactiveReason: row.inactiveReason,
    closedAt: row.closedAt?.toISOString() ?? null,
    totalBalance: toDecimal(totals.get(row.id)?.own ?? 0),
    externalBalance: toDecimal(totals.get(row.id)?.external ?? 0),
  }));
}
