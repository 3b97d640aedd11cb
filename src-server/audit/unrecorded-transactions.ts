import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, asc, eq, gt, not, type SQL, sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import type { AuditAction } from '#domain/audit/words';
import type { TransactionType } from '#domain/ledger/words';
import { parseDecimal } from '#domain/money';
import { among } from '#server/kernel/any-of';
import { bankAccountId, bankAccountIds } from '#server/ledger/bank-account';
import { goOn } from '#server/work/stopping';

const TRANSACTIONS_AT_ONCE = 2000;
const ROWS_AT_ONCE = 5000;

/** Types compared with the audit log only: one row of a `RECORDED` action for each transaction. */
const TRANSFERS: readonly TransactionType[] = ['transfer', 'payment', 'deposit', 'withdrawal', 'reversal'];
const RECORDED: readonly string[] = [
  'transfer',
  'manual_adjustment',
  'reverse_transaction',
  'reserve_payment',
  'end_reservation',
  'undo_payment',
  'refuse_waiting_payment',
] satisfies AuditAction[];

export type Unrecorded = { transactionId: string; amountCents: number; recordedCents: number | null };

/**
 * Ledger transactions missing in the audit log or with another amount there, except those that other checks compare with
 * orders, credits or investments. The log is read after the ledger: what is posted meanwhile is in both.
 */
export async function unrecordedTransactions(db: Reader): Promise<Unrecorded[]> {
  const pairs = new Pairs();
  const own = await ownAccounts(db);
  let log = { seq: 0, id: '', isRead: false };
  for (let lastId = ''; ; ) {
    goOn();
    const transactions = await transactionsAfter(db, own, lastId);
    for (const { id, amountCents, isToBeRecorded } of transactions)
      if (isToBeRecorded) pairs.posted(id, amountCents);
    const last = transactions.at(-1);
    while (!log.isRead && (!last || log.id < last.id)) {
      goOn();
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

/** The absolute amount among a row's changes; null if none. A tampered row may hold anything. */
function recordedCents(changes: string | null): number | null {
  const amount = /"amount":"-?([^"]*)"/.exec(changes ?? '')?.[1];
  return amount === undefined ? null : parseDecimal(amount);
}

type Own = { ids: string[]; clearingId: string; cashId: string; heldId: string };

async function ownAccounts(db: Reader): Promise<Own> {
  return {
    ids: await bankAccountIds(db),
    clearingId: await bankAccountId(db, 'provider_clearing'),
    cashId: await bankAccountId(db, 'provider_cash'),
    heldId: await bankAccountId(db, 'held_pix'),
  };
}

async function transactionsAfter(db: Reader, { ids, clearingId, cashId, heldId }: Own, lastId: string) {
  const { entries, transactions } = db.tables;
  const { accountId } = entries;
  // Payments through the provider: in flight, held, received, returned.
  const isAtProvider = sql`${accountId} in (${clearingId}, ${heldId}) or (${accountId} = ${cashId}
    and (${entries.amountCents} < 0 or ${transactions.reversesId} is not null))`;
  const some = (condition: SQL) => sql`max(case when ${condition} then 1 else 0 end)`.mapWith(Boolean);
  const rows = await db
    .select({
      ...columnsOf(transactions, 'id', 'type', 'amountCents'),
      isAtProvider: some(isAtProvider),
      touchesCustomer: some(not(among(db, accountId, ids))),
    })
    .from(transactions)
    // The bound is repeated for entries: PostgreSQL would otherwise read them from the first.
    .leftJoin(entries, and(eq(entries.transactionId, transactions.id), gt(entries.transactionId, lastId)))
    .where(gt(transactions.id, lastId))
    .groupBy(transactions.id)
    .orderBy(asc(transactions.id))
    .limit(TRANSACTIONS_AT_ONCE);
  return rows.map((row) => ({
    id: row.id,
    amountCents: row.amountCents,
    isToBeRecorded:
      !row.isAtProvider &&
      (TRANSFERS.includes(row.type) || (!row.touchesCustomer && row.type !== 'investment_yield')),
  }));
}

function logAfter(db: Reader, seq: number) {
  const { auditLog } = db.tables;
  return db
    .select(columnsOf(auditLog, 'seq', 'id', 'action', 'entityId', 'changes'))
    .from(auditLog)
    .where(gt(auditLog.seq, seq))
    .orderBy(asc(auditLog.seq))
    .limit(ROWS_AT_ONCE);
}
