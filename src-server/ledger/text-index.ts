import { eq, gt, max, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { ledgerText, ledgerTextProgress } from '#db/ledger-text';
import type { Bank } from '#server/kernel/context';
import { logFailure } from '#server/kernel/log-failure';
import { type Loop, startLoop } from '#server/work/loop';

/** Indexing them blocks the thread for a few ms; rarely for 20, when the index merges its segments. */
const TRANSACTIONS_PER_TURN = 1_000;
const EVERY_MS = 250;

export const transactionRowid = sql`transactions.rowid`;

/**
 * Adds new transactions to SQLite's text index in the background, so that transfers stay fast. A search also reads the
 * transactions that are not indexed yet. PostgreSQL maintains its index itself.
 */
export function startTextIndex({ db, log }: Bank): Loop {
  if (db.engine === 'postgres') return { stop: async () => {} };
  return startLoop(
    async () => {
      if ((await indexedTo(db)) < (await newestRowid(db))) await db.transaction((tx) => indexNext(tx));
      return 'rest';
    },
    { everyMs: EVERY_MS, maxPauseMs: 60_000 },
    (error) => logFailure(log, error, 'the text of new transactions could not be indexed'),
  );
}

/** Returns how many transactions it has added. */
export async function indexNext(tx: Tx, atMost = TRANSACTIONS_PER_TURN): Promise<number> {
  const { transactions } = tx.tables;
  const from = await indexedTo(tx);
  const next = tx
    .select({ rowid: sql`${transactionRowid}`.mapWith(Number).as('next') })
    .from(transactions)
    .where(gt(transactionRowid, from))
    .orderBy(transactionRowid)
    .limit(atMost)
    .as('batch');
  const [last] = await tx.select({ rowid: max(next.rowid) }).from(next);
  const to = Number(last?.rowid ?? from);
  if (to === from) return 0;
  // Keyed by moment, so that a search can read a period: 2^20 keys for each millisecond.
  await tx.insert(ledgerText).select(sql`
    select ${transactions.createdAt} * 1048576 + ${transactionRowid} % 1048576, ${transactions.description}
    from ${transactions} where ${transactionRowid} > ${from} and ${transactionRowid} <= ${to} order by 1`);
  await tx.update(ledgerTextProgress).set({ indexedTo: to }).where(eq(ledgerTextProgress.id, 1));
  return to - from;
}

export async function indexedTo(db: Reader | Tx): Promise<number> {
  const [progress] = await db.select({ to: ledgerTextProgress.indexedTo }).from(ledgerTextProgress);
  if (!progress) throw new Error('ledger_text_progress has no row');
  return progress.to ?? 0;
}

export async function newestRowid(db: Reader): Promise<number> {
  const [newest] = await db
    .select({ rowid: sql`coalesce(max(${transactionRowid}), 0)`.mapWith(Number) })
    .from(db.tables.transactions);
  return newest?.rowid ?? 0;
}
