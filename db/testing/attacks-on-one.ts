import { type Attack, audited, legs, literals, registered, seal, ZEROS } from './attack-scene.ts';
import { BROKEN_REFERENCE } from './attacks.ts';
import { ana, next } from './next-entries.ts';

/** Refused by PostgreSQL only. */
export const attacksOnPostgres: Attack[] = [
  [
    'an entry of an unknown account',
    (engine) => legs(engine, 't', { ...next.ana(5), account: 'nobody' }),
    BROKEN_REFERENCE,
  ],
  ['entries truncated', () => 'TRUNCATE entries', 'ledger.append_only'],
  ['everything truncated', () => 'TRUNCATE users CASCADE', /ledger\.(append_only|account_fixed)/],
  ['transactions truncated with their entries', () => 'TRUNCATE transactions CASCADE', 'ledger.append_only'],
  ['accounts truncated', () => 'TRUNCATE accounts CASCADE', /ledger\.(append_only|account_fixed)/],
  ['the audit log truncated', () => 'TRUNCATE audit_log', 'audit.append_only'],
  ['the audit’s head truncated', () => 'TRUNCATE audit_head', 'audit.append_only'],
  ['the clock truncated', () => 'TRUNCATE bank_clock', 'clock.backwards'],
  ['idempotency records truncated', () => 'TRUNCATE idempotency', 'ledger.append_only'],
  ['the register of documents truncated', () => 'TRUNCATE documents', 'document.append_only'],
  [
    'an entry overwritten by MERGE',
    () =>
      `MERGE INTO entries USING (SELECT 1) AS one ON account_id = '${ana}' AND seq = 1 WHEN MATCHED THEN UPDATE SET amount_cents = 1`,
    'ledger.append_only',
  ],
  [
    'an entry deleted inside a query',
    () => 'WITH gone AS (DELETE FROM entries RETURNING 1) SELECT count(*) FROM gone',
    'ledger.append_only',
  ],
  [
    'an unsealed entry after early constraint checks',
    (engine) => `SET CONSTRAINTS ALL IMMEDIATE; ${legs(engine, 't', next.ana(5))}`,
    BROKEN_REFERENCE,
  ],
];

/** Refused by SQLite only. */
export const attacksOnSqlite: Attack[] = [
  [
    'an entry of an unknown account',
    (engine) => legs(engine, 't', { ...next.ana(5), account: 'nobody' }),
    'ledger.account',
  ],
  [
    'an entry replaced',
    (engine) =>
      legs(engine, 'fund', { account: ana, seq: 1, amount: 1, balance: 1, credits: 1 }).replace(
        'INSERT',
        'INSERT OR REPLACE',
      ),
    /ledger\./,
  ],
  [
    'a transaction replaced',
    (engine) => seal(engine, 'fund', 'deposit', 10_000).replace('INSERT', 'INSERT OR REPLACE'),
    'ledger.append_only',
  ],
  [
    'a reversal that replaces another',
    (engine) =>
      legs(engine, 't', next.ana(2_500), next.bank(-2_500)) +
      seal(engine, 't', 'reversal', 2_500, 'sent').replace('INSERT', 'INSERT OR REPLACE'),
    'ledger.reversal',
  ],
  [
    'an audit row replaced',
    (engine) => audited(engine, 1, 'hash-x', ZEROS).replace('INSERT', 'INSERT OR REPLACE'),
    'audit.chain',
  ],
  [
    'an idempotency record replaced',
    (engine) =>
      `INSERT OR REPLACE INTO idempotency (actor_id, key, request_hash, answer, created_at) VALUES ('ana', 'k', 'x', '1', ${literals(engine).at})`,
    'ledger.append_only',
  ],
  ['a document replaced', (engine) => registered(engine, 'INSERT OR REPLACE'), 'document.append_only'],
  [
    'an account replaced',
    (engine) =>
      `INSERT OR REPLACE INTO accounts (id, user_id, account_number, account_type, is_active, created_at) VALUES ('${ana}', 'bruno', 'n', 'checking', 1, ${literals(engine).at})`,
    'ledger.account_fixed',
  ],
  [
    'an entry changed, errors ignored',
    () => 'UPDATE OR IGNORE entries SET amount_cents = 1',
    'ledger.append_only',
  ],
  [
    'an overdraft, errors ignored',
    (engine) => legs(engine, 't', next.ana(-10_001)).replace('INSERT', 'INSERT OR IGNORE'),
    'ledger.floor',
  ],
  [
    'an amount of half a cent',
    (engine) => legs(engine, 't', { ...next.ana(0.5) }),
    /cannot store REAL value|ledger\.chain/,
  ],
  [
    'an amount that is a text',
    (engine) => `INSERT INTO entries VALUES ('${ana}', 4, 't', 'much', 1, 1, ${literals(engine).at}, false)`,
    /cannot store TEXT value|ledger\./,
  ],
];
