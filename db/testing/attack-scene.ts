import type { Raw } from './raw.ts';

export type Engine = 'sqlite' | 'postgres';

/** SQL literals of a moment and of true. */
export const literals = (engine: Engine) =>
  engine === 'sqlite'
    ? { at: '1793000000000', yes: '1' }
    : { at: "'2026-11-20T12:00:00Z'::timestamptz", yes: 'true' };

export const ADJUSTMENTS = '00000000-0000-7000-8000-000000000003';

type Leg = { account: string; seq: number; amount: number; balance: number; credits: number };

export const legs = (engine: Engine, transaction: string, ...entries: Leg[]): string =>
  entries.map((entry) => legsAtOnce(engine, [{ ...entry, transaction }])).join('\n');

/** All entries in one statement. */
export const legsAtOnce = (engine: Engine, entries: readonly (Leg & { transaction: string })[]): string => {
  const rows = entries.map(
    ({ account, seq, transaction, amount, balance, credits }) =>
      `('${account}', ${seq}, '${transaction}', ${amount}, ${balance}, ${credits}, ${literals(engine).at})`,
  );
  return `INSERT INTO entries (account_id, seq, transaction_id, amount_cents, balance_after_cents, credits_after_cents, created_at)
    VALUES ${rows.join(', ')};`;
};

/** INSERTs the row of a transaction, after its entries. */
export const seal = (
  engine: Engine,
  id: string,
  type: string,
  amount: number,
  reverses: string | null = null,
): string =>
  `INSERT INTO transactions (id, type, amount_cents, description, reverses_id, created_at)
   VALUES ('${id}', '${type}', ${amount}, 'raw', ${reverses === null ? 'NULL' : `'${reverses}'`}, ${literals(engine).at});`;

/** Name, SQL between BEGIN and COMMIT, and the expected error: a guard's message, or a pattern. */
export type Attack = [name: string, sql: (engine: Engine) => string, refusal: string | RegExp];

/** INSERTs an audit row without advancing the audit head. */
export const audited = (engine: Engine, seq: number, hash: string, previous: string): string =>
  `INSERT INTO audit_log (seq, id, action, entity_type, created_at, key_id, previous_hash, hash)
   VALUES (${seq}, 'audit-${seq}-${hash}', 'test', 'test', ${literals(engine).at}, 'k', '${previous}', '${hash}');`;

/** INSERTs a receipt of the transaction 'sent'; INSERT OR REPLACE is SQLite's. */
export const registered = (engine: Engine, verb: 'INSERT' | 'INSERT OR REPLACE'): string =>
  `${verb} INTO documents (id, code, kind, title, transaction_id, issued_at, sha256, content_sha256, masked_parties, bytes)
   VALUES ('document-${verb}', 'CODE', 'receipt', 't', 'sent', ${literals(engine).at}, 's', 'c', '[]', ${engine === 'sqlite' ? "x'25'" : "'\\x25'"});`;

export const ZEROS = '0'.repeat(64);

/** 'fund': ana gets 10 000; 'sent': she sends bruno 2 500; 'back': its reversal. The clock is 3 days ahead. */
export async function attackScene(engine: Engine, raw: Raw): Promise<void> {
  const { at, yes } = literals(engine);
  const user = (id: string) =>
    `INSERT INTO users (id, role, full_name, username, email, cpf, phone, birth_date, occupation, monthly_income_cents, street,
       number, neighborhood, city, state, zip_code, password_hash, is_active, created_at)
     VALUES ('${id}', 'cliente', '${id}', '${id}', '${id}@example.com', '${id}', '1', '1990-01-31', 'x', 1, 'x', '1', 'x', 'x', 'SP',
       '1', 'x', ${yes}, ${at});
     INSERT INTO accounts (id, user_id, account_number, account_type, floor_cents, is_active, created_at)
     VALUES ('${id}-account', '${id}', '${id}-number', 'checking', 0, ${yes}, ${at});`;
  const [ana, bruno] = ['ana-account', 'bruno-account'];
  await raw.run(`BEGIN;
    ${user('ana')} ${user('bruno')}
    ${legs(
      engine,
      'fund',
      { account: ADJUSTMENTS, seq: 1, amount: -10_000, balance: -10_000, credits: 0 },
      { account: ana, seq: 1, amount: 10_000, balance: 10_000, credits: 10_000 },
    )}
    ${seal(engine, 'fund', 'deposit', 10_000)}
    ${legs(
      engine,
      'sent',
      { account: ana, seq: 2, amount: -2_500, balance: 7_500, credits: 10_000 },
      { account: bruno, seq: 1, amount: 2_500, balance: 2_500, credits: 2_500 },
    )}
    ${seal(engine, 'sent', 'transfer', 2_500)}
    ${legs(
      engine,
      'back',
      { account: ana, seq: 3, amount: 2_500, balance: 10_000, credits: 12_500 },
      { account: bruno, seq: 2, amount: -2_500, balance: 0, credits: 2_500 },
    )}
    ${seal(engine, 'back', 'reversal', 2_500, 'sent')}
    ${audited(engine, 1, 'hash-1', ZEROS)}
    UPDATE audit_head SET seq = 1, hash = 'hash-1';
    INSERT INTO idempotency (actor_id, key, request_hash, answer, created_at) VALUES ('ana', 'k', 'h', '{}', ${at});
    INSERT INTO outbox (id, kind, recipient, subject, text, html, created_at, attempts)
    VALUES ('letter', 'test', 'ana@example.com', 's', 't', 'h', ${at}, 0);
    ${registered(engine, 'INSERT')}
    UPDATE bank_clock SET offset_days = 3;
    COMMIT;`);
}

const WATCHED = [
  'accounts',
  'transactions',
  'entries',
  'idempotency',
  'audit_log',
  'audit_head',
  'bank_clock',
  'outbox',
  'documents',
  'contracts',
  'investments',
  'credit_proposals',
  'instalments',
  'payment_orders',
  'incoming_payments',
  'held_payments',
  'charges',
  'charge_payments',
  'covered_payments',
  'key_claims',
  'limit_rules',
  'limit_cancellations',
  'payment_intents',
  'waiting_payments',
];

export async function everything(raw: Raw): Promise<string> {
  const tables = [];
  for (const table of WATCHED) {
    const rows = await raw.run(`SELECT * FROM ${table}`);
    tables.push([table, rows.map((row) => JSON.stringify(row)).sort()]);
  }
  return JSON.stringify(tables);
}
