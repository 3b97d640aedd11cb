import { type Attack, legs, literals, seal } from './attack-scene.ts';
import { attacksAtOnce } from './attacks-at-once.ts';
import { attacksOnAudit } from './attacks-on-audit.ts';
import { ana, next } from './next-entries.ts';

export const BROKEN_REFERENCE = /FOREIGN KEY constraint failed|violates foreign key constraint/;
const CHECK = /CHECK constraint failed|violates check constraint/;
const UNIQUE = /UNIQUE constraint failed|duplicate key value/;

const rewriting: Attack[] = [
  ['an entry’s amount changed', () => 'UPDATE entries SET amount_cents = 1', 'ledger.append_only'],
  [
    'an entry’s balance changed',
    () => `UPDATE entries SET balance_after_cents = 1 WHERE account_id = '${ana}'`,
    'ledger.append_only',
  ],
  [
    'an entry moved to another transaction',
    () => "UPDATE entries SET transaction_id = 'sent'",
    'ledger.append_only',
  ],
  [
    'an entry deleted',
    () => `DELETE FROM entries WHERE account_id = '${ana}' AND seq = 3`,
    'ledger.append_only',
  ],
  [
    'a transaction’s description changed',
    () => "UPDATE transactions SET description = 'x'",
    'ledger.append_only',
  ],
  ['a transaction deleted', () => "DELETE FROM transactions WHERE id = 'fund'", 'ledger.append_only'],
  [
    'an entry overwritten by an upsert',
    (engine) =>
      `${legs(engine, 'late', { account: ana, seq: 3, amount: 99, balance: 7_599, credits: 10_099 }).replace(';', '')}
       ON CONFLICT (account_id, seq) DO UPDATE SET amount_cents = 99`,
    /ledger\.(append_only|chain)/,
  ],
  ['an idempotency record changed', () => "UPDATE idempotency SET answer = '1'", 'ledger.append_only'],
  ['an idempotency record deleted', () => 'DELETE FROM idempotency', 'ledger.append_only'],
  ['an audit row changed', () => "UPDATE audit_log SET action = 'nothing'", 'audit.append_only'],
  ['an audit row deleted', () => 'DELETE FROM audit_log', 'audit.append_only'],
  ['a document’s hash changed', () => "UPDATE documents SET sha256 = 'x'", 'document.append_only'],
  [
    'a document’s bytes changed',
    (engine) => `UPDATE documents SET bytes = ${engine === 'sqlite' ? "x'26'" : "'\\x26'"}`,
    'document.append_only',
  ],
  ['a document deleted', () => 'DELETE FROM documents', 'document.append_only'],
  ['a message changed after it was written', () => "UPDATE outbox SET text = 'x'", 'outbox.fixed'],
  ['a message erased before it was sent', () => "UPDATE outbox SET text = '', html = ''", 'outbox.fixed'],
];

const chaining: Attack[] = [
  [
    'a gap in an account’s entry numbers',
    (engine) => legs(engine, 't', { ...next.ana(5), seq: 5 }),
    'ledger.chain',
  ],
  [
    'an entry number used twice',
    (engine) => legs(engine, 't', { ...next.ana(5), seq: 3 }),
    /ledger\.chain|duplicate key/,
  ],
  ['an entry with number zero', (engine) => legs(engine, 't', { ...next.ana(5), seq: 0 }), 'ledger.chain'],
  [
    'an entry with a negative number',
    (engine) => legs(engine, 't', { ...next.ana(5), seq: -1 }),
    'ledger.chain',
  ],
  [
    'a first entry that is not number 1',
    (engine) =>
      legs(engine, 't', {
        account: '00000000-0000-7000-8000-000000000001',
        seq: 2,
        amount: 5,
        balance: 5,
        credits: 5,
      }),
    'ledger.chain',
  ],
  [
    'a wrong running balance',
    (engine) => legs(engine, 't', { ...next.ana(5), balance: 99_999 }),
    'ledger.chain',
  ],
  ['a wrong sum of credits', (engine) => legs(engine, 't', { ...next.ana(5), credits: 0 }), 'ledger.chain'],
  [
    'a debit counted as credit',
    (engine) => legs(engine, 't', { ...next.ana(-5), credits: 12_505 }),
    'ledger.chain',
  ],
  ['a cent below the floor', (engine) => legs(engine, 't', next.ana(-10_001)), 'ledger.floor'],
  [
    'a balance that JavaScript cannot count',
    (engine) => legs(engine, 't', next.bank(-9_007_199_254_740_000)),
    'ledger.range',
  ],
  ['an entry of zero', (engine) => legs(engine, 't', next.ana(0)), CHECK],
];

const sealing: Attack[] = [
  [
    'entries without a transaction row',
    (engine) => legs(engine, 't', next.ana(-5), next.bruno(5)),
    BROKEN_REFERENCE,
  ],
  [
    'entries that do not sum to zero',
    (engine) => legs(engine, 't', next.ana(-5), next.bruno(6)) + seal(engine, 't', 'transfer', 6),
    'ledger.unbalanced',
  ],
  [
    'a transaction of one entry',
    (engine) => legs(engine, 't', next.ana(5)) + seal(engine, 't', 'deposit', 5),
    'ledger.unbalanced',
  ],
  ['a transaction without entries', (engine) => seal(engine, 't', 'deposit', 5), 'ledger.unbalanced'],
  [
    'a transaction with another amount than its entries',
    (engine) => legs(engine, 't', next.ana(-5), next.bruno(5)) + seal(engine, 't', 'transfer', 50),
    'ledger.amount',
  ],
  [
    'a transaction of an unknown type',
    (engine) => legs(engine, 't', next.ana(-5), next.bruno(5)) + seal(engine, 't', 'gift', 5),
    CHECK,
  ],
  [
    'an entry for a sealed transaction',
    (engine) => legs(engine, 'fund', next.ana(-5), next.bruno(5)),
    'ledger.sealed',
  ],
  [
    'an entry after its own transaction row',
    (engine) =>
      `${legs(engine, 't', next.ana(-5), next.bruno(5))}${seal(engine, 't', 'transfer', 5)}${legs(engine, 't', next.bank(5))}`,
    'ledger.sealed',
  ],
  [
    'a second reversal',
    (engine) =>
      legs(engine, 't', next.ana(2_500), { ...next.bank(-2_500) }) +
      seal(engine, 't', 'reversal', 2_500, 'sent'),
    /ledger\.reversal|transactions/,
  ],
  [
    'a reversal of part of a transaction',
    (engine) => legs(engine, 't', next.ana(-5), next.bank(5)) + seal(engine, 't', 'reversal', 5, 'fund'),
    'ledger.reversal',
  ],
  [
    'a reversal in the original direction',
    (engine) =>
      legs(engine, 't', next.ana(-10_000), next.bruno(10_000)) +
      seal(engine, 't', 'reversal', 10_000, 'fund'),
    'ledger.reversal',
  ],
  [
    'a reversal of a reversal',
    (engine) =>
      legs(engine, 't', next.ana(-2_500), next.bruno(2_500)) + seal(engine, 't', 'reversal', 2_500, 'back'),
    'ledger.reversal',
  ],
  [
    'a reversal without an original',
    (engine) => legs(engine, 't', next.ana(-5), next.bruno(5)) + seal(engine, 't', 'reversal', 5),
    'ledger.reversal',
  ],
  [
    'a transfer that names a transaction to reverse',
    (engine) =>
      legs(engine, 't', next.ana(-10_000), next.bank(10_000)) + seal(engine, 't', 'transfer', 10_000, 'fund'),
    'ledger.reversal',
  ],
  [
    'a temporary table in place of the bank’s',
    (
      engine,
    ) => `CREATE TEMP TABLE accounts (id text, floor_cents bigint); INSERT INTO accounts VALUES ('${ana}', NULL);
             ${legs(engine, 't', next.ana(-20_000)).replace('INTO entries', engine === 'sqlite' ? 'INTO main.entries' : 'INTO public.entries')}`,
    'ledger.floor',
  ],
];

const onAccountsAndClock: Attack[] = [
  [
    'an account given to someone else',
    () => `UPDATE accounts SET user_id = 'bruno' WHERE id = '${ana}'`,
    'ledger.account_fixed',
  ],
  [
    'an account’s number changed',
    () => `UPDATE accounts SET account_number = 'x' WHERE id = '${ana}'`,
    'ledger.account_fixed',
  ],
  [
    'an account’s kind changed',
    () => `UPDATE accounts SET account_type = 'savings' WHERE id = '${ana}'`,
    'ledger.account_fixed',
  ],
  [
    'an account’s floor lowered',
    () => `UPDATE accounts SET floor_cents = -1000000 WHERE id = '${ana}'`,
    'ledger.account_fixed',
  ],
  [
    'an account’s floor taken away',
    () => `UPDATE accounts SET floor_cents = NULL WHERE id = '${ana}'`,
    'ledger.account_fixed',
  ],
  [
    'an account with entries deleted',
    () => `DELETE FROM accounts WHERE id = '${ana}'`,
    'ledger.account_fixed',
  ],
  [
    'one of the bank’s own accounts deleted',
    () => "DELETE FROM accounts WHERE bank_account = 'fee_income'",
    'ledger.account_fixed',
  ],
  [
    'an account without an owner',
    (engine) =>
      `INSERT INTO accounts (id, account_number, account_type, is_active, created_at) VALUES ('n', 'n', 'checking', ${literals(engine).yes}, ${literals(engine).at})`,
    CHECK,
  ],
  [
    'a second account with the same number',
    (engine) =>
      `INSERT INTO accounts (id, user_id, account_number, account_type, is_active, created_at) VALUES ('n', 'ana', 'bruno-number', 'checking', ${literals(engine).yes}, ${literals(engine).at})`,
    UNIQUE,
  ],
  ['the clock set back', () => 'UPDATE bank_clock SET offset_days = 2', 'clock.backwards'],
  ['the clock set back a minute', () => 'UPDATE bank_clock SET offset_minutes = -1', 'clock.backwards'],
  [
    'the clock set ahead a day and back 1441 minutes',
    () => 'UPDATE bank_clock SET offset_days = 4, offset_minutes = -1441',
    'clock.backwards',
  ],
  ['the clock deleted', () => 'DELETE FROM bank_clock', 'clock.backwards'],
  ['a second clock', () => 'INSERT INTO bank_clock (id, offset_days) VALUES (2, 0)', 'clock.backwards'],
];

/** Refused by both engines. */
export const attacks = [
  ...rewriting,
  ...chaining,
  ...sealing,
  ...onAccountsAndClock,
  ...attacksOnAudit,
  ...attacksAtOnce,
];
