import { sql } from 'drizzle-orm';
import type { Db, Reader, Tx } from '#db/db';

const AT = new Date('2026-11-20T12:00:00.000Z');

/** Inserts a row into `attempts`, which has no references. */
export const put = (tx: Tx, bucket: string, count = 1) =>
  tx.insert(tx.tables.attempts).values({ bucket, count, windowStartedAt: AT });

export async function names(db: Reader): Promise<string[]> {
  const rows = await db.select({ bucket: db.tables.attempts.bucket }).from(db.tables.attempts);
  return rows.map(({ bucket }) => bucket).sort();
}

/** An unsealed entry: statements pass, COMMIT fails. */
export const putUnsealed = (tx: Tx) =>
  tx.insert(tx.tables.entries).values({
    accountId: '00000000-0000-7000-8000-000000000003',
    seq: 1,
    transactionId: 'never sealed',
    amountCents: -5,
    balanceAfterCents: -5,
    creditsAfterCents: 0,
    createdAt: AT,
  });

/** The error's text with its causes. Throws if it resolves. */
export async function refusalOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    const texts: string[] = [];
    for (let cause = error; cause instanceof Error; cause = cause.cause) texts.push(cause.message);
    return texts.join(' ← ');
  }
  throw new Error('expected a rejection');
}

export const allSettled = async (db: Db, works: ((tx: Tx) => Promise<unknown>)[]): Promise<string[]> => {
  const settled = await Promise.allSettled(works.map((work) => db.transaction(work)));
  return settled.map((one) =>
    one.status === 'fulfilled' ? String(one.value) : `refused: ${one.reason.message}`,
  );
};

/** PostgreSQL: waits inside the database, which is allowed. */
export const linger = (tx: Tx, seconds: number) =>
  tx.select({ slept: sql`pg_sleep(${seconds})` }).from(tx.tables.bankClock);
