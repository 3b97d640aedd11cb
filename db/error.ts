import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { isAway, isDamaged, UnknownOutcomeError } from '#db/away';
import { postgresKit } from '#db/kit/postgres';
import { makeTables } from '#db/schema';
import { BusyError } from '#db/scope';

/** The words by which the guards (`db/guards.*.sql`) say what they refuse. */
export const GUARD_WORDS = [
  /** An entry, a transaction or an idempotency record was to be changed or deleted. */
  'ledger.append_only',
  /** An entry for an account that does not exist. */
  'ledger.account',
  /** An entry for a transaction whose row, its seal, is already there. */
  'ledger.sealed',
  /** An entry that does not continue its account: number, balance or sum of credits. */
  'ledger.chain',
  /** An entry that takes its account below its floor. */
  'ledger.floor',
  /** A balance beyond what JavaScript counts exactly. */
  'ledger.range',
  /** A transaction with fewer than two entries, or whose entries do not sum to zero. */
  'ledger.unbalanced',
  /** A transaction whose amount is not what its entries move. */
  'ledger.amount',
  /** A reversal that is not its original turned round. */
  'ledger.reversal',
  /** An account was to change its owner, number, kind or used floor, or to be deleted. */
  'ledger.account_fixed',
  'audit.append_only',
  'audit.chain',
  'clock.backwards',
  'outbox.fixed',
  /** A document of the register was to be changed or deleted. */
  'document.append_only',
  /** A contract was to say something else, to change after its signature, or to be deleted. */
  'contract.fixed',
  /** An investment was to change its terms, to end twice, or to be deleted. */
  'investment.fixed',
  /** What was asked for was to change, a decision to be taken back, or a paid instalment to change. */
  'credit.fixed',
  /** An order was to ask for something else, or to leave its end; or money that came in was to change. */
  'pix.fixed',
] as const;
export type GuardWord = (typeof GUARD_WORDS)[number];

/**
 * What the database refused: a second row under a unique key (its table and columns, as the database names them), what a
 * guard forbids; `busy`: a turn, a lock or a connection that did not come in time and may come later; `unknown`: a COMMIT
 * that went unanswered, and may have been made; `away`: the database was lost, is silent, or its storage is full, read-only or
 * broken.
 */
export type DatabaseError =
  | { kind: 'unique'; table: string; columns: string[] }
  | { kind: 'guard'; message: GuardWord }
  | { kind: 'busy' }
  | { kind: 'unknown' }
  | { kind: 'away' }
  | { kind: 'damaged' };

/** Reads an error of either engine, however deep in its causes; null when it is none of these. */
export function databaseError(error: unknown): DatabaseError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const found = read(cause);
    if (found) return found;
  }
  if (isAway(error)) return { kind: 'away' };
  return isDamaged(error) ? { kind: 'damaged' } : null;
}

/** Serialization failure and deadlock that no retry cured, lock not had, statement or transaction timed out. */
const TOO_SLOW_STATES = ['57014', '25P03'];
const BUSY_STATES = ['40001', '40P01', '55P03', ...TOO_SLOW_STATES];

/** Whether a statement or a transaction took longer than PostgreSQL lets it: a customer may try again, a job would take as long. */
export function isTooSlow(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (TOO_SLOW_STATES.includes(String((cause as DriverError).code))) return true;
  return false;
}

type DriverError = Error & { code?: unknown; constraint?: unknown };

function read(error: DriverError): DatabaseError | null {
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

/** PostgreSQL names the key, not its columns: they are looked up by the names the migrations gave. */
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
