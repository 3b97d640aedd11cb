import { setImmediate as nextTurn } from 'node:timers/promises';
import { asc, gt, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import type { AuditAction } from '#domain/audit/words';
import type { TransactionType } from '#domain/ledger/words';
import { parseDecimal } from '#domain/money';
import { bankAccountId } from '#server/ledger/bank-account';

const TRANSACTIONS_AT_ONCE = 2000;
const ROWS_AT_ONCE = 5000;

/** What moves money between accounts by itself: the log alone says who wanted it, one row for each. */
const TRANSFERS: readonly TransactionType[] = ['transfer', 'payment', 'deposit', 'withdrawal', 'reversal'];
const RECORDED: readonly string[] = [
  'transfer',
  'manual_adjustment',
  'reverse_transaction',
] satisfies AuditAction[];

/** A transaction of which the log says nothing (`recordedCents` null), or another amount. */
export type Unrecorded = { transactionId: string; amountCents: number; recordedCents: number | null };

/**
 * Transactions that the ledger has and nobody asked for, or not so: transfers, adjustments and reversals without their row in
 * the audit log, or of another amount than it says, and whatever moves no customer's money. Not those through the payment
 * provider, nor what belongs to a credit or an investment: these have rows of their own to be compared with.
 *
 * Ledger and log are read side by side, each in the order it was written, so that only few wait for one another. The log is
 * read last: what is posted meanwhile is in both.
 */
export async function unrecordedTransactions(db: Reader): Promise<Unrecorded[]> {
  const pairs = new Pairs();
  let log = { seq: 0, id: '', isRead: false };
  for (let lastId = ''; ; ) {
    const transactions = await transactionsAfter(db, lastId);
    for (const { id, amountCents, isToBeRecorded } of transactions)
      if (isToBeRecorded) pairs.posted(id, amountCents);
    const last = transactions.at(-1);
    while (!log.isRead && (!last || log.id < last.id)) {
      const rows = await logAfter(db, log.seq);
      for (const { action, entityId, changes } of rows)
        if (entityId !== null && RECORDED.includes(action)) pairs.recorded(entityId, recordedCents(changes));
      log = { ...log, ...rows.at(-1), isRead: rows.length === 0 };
      await nextTurn();
    }
    if (!last) return pairs.unequal();
    lastId = last.id;
    await nextTurn();
  }
}

/** Puts each transaction and its row in the log together, whichever comes first, and keeps what does not agree. */
class Pairs {
  readonly #posted = new Map<string, number>();
  readonly #recorded = new Map<string, number | null>();
  readonly #unequal: Unrecorded[] = [];

  posted(id: string, amountCents: number): void {
    const recorded = this.#recorded.get(id);
    if (recorded === undefined) this.#posted.set(id, amountCents);
    else this.#compare(id, amountCents, recorded);
  }

  recorded(id: string, cents: number | null): void {
    const amountCents = this.#posted.get(id);
    if (amountCents === undefined) this.#recorded.set(id, cents);
    else this.#compare(id, amountCents, cents);
  }

  #compare(transactionId: string, amountCents: number, recordedCents: number | null): void {
    this.#posted.delete(transactionId);
    this.#recorded.delete(transactionId);
    if (recordedCents !== null && recordedCents !== amountCents)
      this.#unequal.push({ transactionId, amountCents, recordedCents });
  }

  unequal(): Unrecorded[] {
    const alone = [...this.#posted].map(([transactionId, amountCents]) => ({
      transactionId,
      amountCents,
      recordedCents: null,
    }));
    return [...this.#unequal, ...alone];
  }
}

/** The amount among a row's changes, without its sign; null where there is none. A row that was changed may hold anything. */
function recordedCents(changes: string | null): number | null {
  const amount = /"amount":"-?([^"]*)"/.exec(changes ?? '')?.[1];
  return amount === undefined ? null : parseDecimal(amount);
}

async function transactionsAfter(db: Reader, lastId: string) {
  const { transactions } = db.tables;
  const [clearingId, cashId] = [
    await bankAccountId(db, 'provider_clearing'),
    await bankAccountId(db, 'provider_cash'),
  ];
  const { id, type, reversesId } = transactions;
  // Through the provider: what is or was in flight, what came in, and what went back.
  const isAtProvider = sql`exists (select 1 from entries as side where side.transaction_id = ${id} and
    (side.account_id = ${clearingId} or (side.account_id = ${cashId}
      and (side.amount_cents < 0 or ${reversesId} is not null))))`;
  const isCustomers = sql`exists (select 1 from entries as side where side.transaction_id = ${id} and
    side.account_id not in (select own.id from accounts as own where own.bank_account is not null))`;
  const rows = await db
    .select({
      id,
      type,
      amountCents: transactions.amountCents,
      isAtProvider: sql`case when ${isAtProvider} then 1 else 0 end`.mapWith(Boolean),
      isCustomers: sql`case when ${isCustomers} then 1 else 0 end`.mapWith(Boolean),
    })
    .from(transactions)
    .where(gt(id, lastId))
    .orderBy(asc(id))
    .limit(TRANSACTIONS_AT_ONCE);
  return rows.map((row) => ({
    id: row.id,
    amountCents: row.amountCents,
    isToBeRecorded: !row.isAtProvider && (TRANSFERS.includes(row.type) || !row.isCustomers),
  }));
}

function logAfter(db: Reader, seq: number) {
  const { auditLog } = db.tables;
  return db
    .select({
      seq: auditLog.seq,
      id: auditLog.id,
      action: auditLog.action,
      entityId: auditLog.entityId,
      changes: auditLog.changes,
    })
    .from(auditLog)
    .where(gt(auditLog.seq, seq))
    .orderBy(asc(auditLog.seq))
    .limit(ROWS_AT_ONCE);
}
