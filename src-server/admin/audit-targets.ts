import { eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import type { AuditEntity } from '#domain/audit/words';
import { among } from '#server/kernel/any-of';

/** What a row is about, by name; `holderId`: the customer that it belongs to. */
export const auditTargetSchema = z.object({ name: z.string(), holderId: z.string().nullable() });
export type AuditTarget = z.output<typeof auditTargetSchema>;

type About = { entityType: string; entityId: string | null };
type Named = { id: string; name: string; holderId: string | null };
type Find = (db: Reader, ids: string[]) => PromiseLike<Named[]>;

const NOBODY: SQL<string | null> = sql<string | null>`null`;

const FINDERS: Partial<Record<AuditEntity, Find>> = {
  user: (db, ids) => {
    const { users } = db.tables;
    return db
      .select({ id: users.id, name: users.fullName, holderId: users.id })
      .from(users)
      .where(among(db, users.id, ids));
  },
  account: (db, ids) => {
    const { accounts } = db.tables;
    return db
      .select({ id: accounts.id, name: accounts.accountNumber, holderId: accounts.userId })
      .from(accounts)
      .where(among(db, accounts.id, ids));
  },
  transaction: (db, ids) => {
    const { transactions } = db.tables;
    return db
      .select({ id: transactions.id, name: transactions.description, holderId: NOBODY })
      .from(transactions)
      .where(among(db, transactions.id, ids));
  },
  charge: (db, ids) => {
    const { charges } = db.tables;
    return db
      .select({ id: charges.id, name: charges.description, holderId: charges.userId })
      .from(charges)
      .where(among(db, charges.id, ids));
  },
  credit_proposal: (db, ids) => {
    const { creditProposals: proposals } = db.tables;
    return db
      .select({ id: proposals.id, name: proposals.purpose, holderId: proposals.userId })
      .from(proposals)
      .where(among(db, proposals.id, ids));
  },
  investment: (db, ids) => {
    const { investments, investmentProducts: products } = db.tables;
    return db
      .select({ id: investments.id, name: products.name, holderId: investments.userId })
      .from(investments)
      .innerJoin(products, eq(products.id, investments.productId))
      .where(among(db, investments.id, ids));
  },
  contract: (db, ids) => {
    const { contracts } = db.tables;
    return db
      .select({ id: contracts.id, name: contracts.title, holderId: contracts.userId })
      .from(contracts)
      .where(among(db, contracts.id, ids));
  },
};

/** Names of what the rows are about, a query for each type; null where it has none or is gone. */
export async function auditTargets(db: Reader, rows: readonly About[]): Promise<(AuditTarget | null)[]> {
  const found = new Map<string, AuditTarget>();
  for (const [type, find] of Object.entries(FINDERS)) {
    const ids = rows.flatMap(({ entityType, entityId }) =>
      entityType === type && entityId !== null ? [entityId] : [],
    );
    if (ids.length === 0) continue;
    for (const { id, name, holderId } of await find(db, [...new Set(ids)]))
      found.set(`${type} ${id}`, { name, holderId });
  }
  return rows.map(({ entityType, entityId }) => found.get(`${entityType} ${entityId}`) ?? null);
}
