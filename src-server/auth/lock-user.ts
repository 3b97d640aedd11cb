import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/db';

/**
 * Makes the others wait who lock the same user, until this commit: for what is counted over several rows of one person.
 * Answers whether there is such a user and they are active.
 */
export async function lockActiveUser(tx: Tx, userId: string): Promise<boolean> {
  const { users } = tx.tables;
  const query = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isActive, true)));
  // On SQLite there is one writer at a time anyway.
  const rows = tx.engine === 'postgres' ? await query.for('no key update') : await query;
  return rows.length > 0;
}
