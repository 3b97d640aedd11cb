import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { isAway, isDamaged, UnknownOutcomeError } from '#db/away';
import { postgresKit } from '#db/kit/postgres';
import { makeTables } from '#db/schema';
import { BusyError } from '#db/scope';

export const GUARD_WORDS = [
  /** Change or deletion of an entry, transaction or idempotency record. */
  'ledger.append_only',
  /** Entry of an unknown account (SQLite; on PostgreSQL a broken reference comes first). */
  'ledger.account',
  /** Entry of a transaction whose row exists already. */
  'ledger.sealed',
  /** Entry with a wrong number, balance or sum of credits. */
  'ledger.chain',
  /** Balance below the account's floor. */
  'ledger.floor',
  /** Balance beyond JavaScript's safe integers. */
  'ledger.range',
  /** Fewer than two entries, or a sum other than zero. */
  'ledger.unbalanced',
  /** Amount other than the entries'. */
  'ledger.amount',
  /** Reversal that does not mirror its original. */
  'ledger.reversal',
  /** Change of an account's owner, number, kind or used floor, or deletion. */
  'ledger.account_fixed',
  'audit.append_only',
  'audit.chain',
  'clock.backwards',
  'outbox.fixed',
  /** Change or deletion of a registered document. */
  'document.append_only',
  /** Change or deletion of a limit, of its cancellation, or of a payment that waits. */
  'protection.append_only',
  /** Change of a contract's text, change after signature, or deletion. */
  'contract.fixed',
  /** Change of an investment's terms, second end, or deletion. */
  'investment.fixed',
  /** Change of a request, a decision or a paid instalment. */
  'credit.fixed',
  /** Change of a payment's request, covered or not, a state out of order, a second transaction, or deletion. */
  'payment.fixed',
  /** Change of an order's request or final state, or of an incoming payment. */
  'pix.fixed',
  /** Order of another payment: not its customer, kind, amount or transaction. */
  'pix.payment',
  /** Return of more than came, or of what is not a received PIX of this customer. */
  'pix.returned',
  /** A charge that begins as more than asked for; change of what is charged, of a paid charge, or of a charge's payments. */
  'charge.fixed',
  /** Payment of a charge that its receiver does not have, or not as it was booked. */
  'charge.payment',
] as const;
export type GuardWord = (typeof GUARD_WORDS)[number];

/**
 * unique: a duplicate key (table and columns as the database names them); guard: refused by a guard; busy: no turn,
 * lock or connection in time; unknown: the outcome of a COMMIT; away: connection lost or silent, or storage full,
 * read-only or failing; damaged: corrupt data.
 */
export type DatabaseError =
  | { kind: 'unique'; table: string; columns: string[] }
  | { kind: 'guard'; message: GuardWord }
  | { kind: 'busy' }
  | { kind: 'unknown' }
  | { kind: 'away' }
  | { kind: 'damaged' };

/** Searches an error and its causes; null when it is none of these. */
export function databaseError(error: unknown): DatabaseError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const found = classified(cause);
    if (found) return found;
  }
  if (isAway(error)) return { kind: 'away' };
  return isDamaged(error) ? { kind: 'damaged' } : null;
}

/** Whether the database fails, rather than what it was asked. */
export function isDatabaseFailing(error: unknown): boolean {
  const kind = databaseError(error)?.kind;
  return kind !== undefined && kind !== 'unique' && kind !== 'guard';
}

const TOO_SLOW_STATES = ['57014', '25P03'];
/** Serialization failure, deadlock, lock timeout, statement or transaction timeout. */
const BUSY_STATES = ['40001', '40P01', '55P03', ...TOO_SLOW_STATES];

/** Whether a statement or a transaction exceeded PostgreSQL's time limit: repeating it would take as long. */
export const isTooSlow = (error: unknown): boolean => hasState(error, TOO_SLOW_STATES);

/** Whether a row stayed locked by another transaction for too long (PostgreSQL). */
export const isLockTimeout = (error: unknown): boolean => hasState(error, ['55P03']);

/** Whether PostgreSQL ended a wait for a lock: it was too long, or in a circle. */
export const isLockRefused = (error: unknown): boolean => hasState(error, ['55P03', '40P01']);

function hasState(error: unknown, states: readonly string[]): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (states.includes(String((cause as DriverError).code))) return true;
  return false;
}

type DriverError = Error & { code?: unknown; constraint?: unknown };

function classified(error: DriverError): DatabaseError | null {
  const code = String(error.code ?? '');
  if (error instanceof UnknownOutcomeError) return { kind: 'unknown' };
  if (error instanceof BusyError || code.startsWith('SQLITE_BUSY') || BUSY_STATES.includes(code))
    return { kind: 'busy' };
  if (code === 'VB001' || code === 'SQLITE_CONSTRAINT_TRIGGER') {
    const message = GUARD_WORDS.find((word) => word === error.message);
    return message ? { kind: 'guard', message } : null;
  }
  if (code === '23505') return UNIQUE_KEYS.get(String(error.constraint)) ?? null;
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY')
    return readSqliteUnique(error.message);
  return null;
}

/** 'UNIQUE constraint failed: users.cpf' or '…: entries.account_id, entries.seq'. */
function readSqliteUnique(message: string): DatabaseError | null {
  const names = message.match(/\b\w+\.\w+/g) ?? [];
  const [table] = names[0]?.split('.') ?? [];
  return table ? { kind: 'unique', table, columns: names.map((name) => name.split('.')[1] ?? '') } : null;
}

/** PostgreSQL's error names only the constraint; the schema gives its table and columns. */
const UNIQUE_KEYS = new Map(
  Object.values(makeTables(postgresKit)).flatMap((table) => uniqueKeysOf(table as unknown as PgTable)),
);

function uniqueKeysOf(ofTable: PgTable): [string, DatabaseError][] {
  const { name: table, columns, indexes, primaryKeys } = getTableConfig(ofTable);
  const keys: [string, DatabaseError][] = [];
  const add = (key: string, names: string[]) => keys.push([key, { kind: 'unique', table, columns: names }]);
  for (const { config } of indexes) {
    const names = config.columns.map((column) => ('name' in column ? String(column.name) : ''));
    if (config.unique && config.name) add(config.name, names);
  }
  for (const key of primaryKeys) {
    add(
      key.getName(),
      key.columns.map((column) => column.name),
    );
  }
  for (const column of columns) if (column.primary) add(`${table}_pkey`, [column.name]);
  return keys;
}
