import { and, eq } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { forNoKeyUpdate } from '#db/lock';
import { refuse } from '#domain/refusal';
import { parseCpf } from '#domain/tax-id';
import type { UserRow } from './user-answer.ts';

export async function ownRow(db: Reader, id: string): Promise<UserRow> {
  const { users } = db.tables;
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row ?? refuse('UNAUTHENTICATED');
}

/** Locks the row until the transaction ends. Refuses UNAUTHENTICATED when it is gone. */
export async function lockedRow(tx: Tx, id: string): Promise<UserRow> {
  const { users } = tx.tables;
  const [row] = await forNoKeyUpdate(tx.select().from(users).where(eq(users.id, id)));
  return row ?? refuse('UNAUTHENTICATED');
}

/** Locks a customer's row. Refuses NOT_FOUND, also for administrators. */
export async function lockedCustomer(tx: Tx, id: string): Promise<UserRow> {
  const { users } = tx.tables;
  const [row] = await forNoKeyUpdate(
    tx
      .select()
      .from(users)
      .where(and(eq(users.id, id), eq(users.role, 'cliente'))),
  );
  return row ?? refuse('NOT_FOUND');
}

/** Locks an administrator's row, for what the bank's machine does. Refuses NOT_FOUND, also for customers. */
export async function lockedAdmin(tx: Tx, cpf: string): Promise<UserRow> {
  const { users } = tx.tables;
  const [row] = await forNoKeyUpdate(
    tx
      .select()
      .from(users)
      .where(and(eq(users.cpf, parseCpf(cpf) ?? ''), eq(users.role, 'admin'))),
  );
  return row ?? refuse('NOT_FOUND');
}

/** As `lockedRow`, for what only an active user may begin: also refuses UNAUTHENTICATED when the relation ended meanwhile. */
export async function lockedActive(tx: Tx, id: string): Promise<UserRow> {
  const row = await lockedRow(tx, id);
  return row.isActive ? row : refuse('UNAUTHENTICATED');
}
