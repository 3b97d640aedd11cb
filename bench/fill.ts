import Database from 'better-sqlite3';
import { newId } from '#server/id';
import type { Customer } from './people.ts';

/** Accounts with a gap in their entries, or whose last entry does not say what all of them come to. */
const WRONG_ACCOUNTS = `
  SELECT count(*)
    FROM (SELECT account_id, count(*) AS entries, max(seq) AS last, sum(amount_cents) AS balance,
                 sum(max(amount_cents, 0)) AS credits
            FROM entries GROUP BY account_id) AS whole
    JOIN entries AS last ON last.account_id = whole.account_id AND last.seq = whole.last
   WHERE whole.entries <> whole.last OR last.balance_after_cents <> whole.balance
      OR last.credits_after_cents <> whole.credits`;

const HISTORY_MS = 180 * 86_400_000;

type Account = { id: string; userId: string; seq: number; balance: number; credits: number };

/**
 * Fills an SQLite ledger with transfers among these customers until it has so many entries, spread over the half year
 * before `until`. Written past the application, with the triggers taken off and made again: each row is what they would
 * have let in. Throws when an account's places, balance or credits do not agree with its entries.
 */
export function fillLedger(
  file: string,
  customers: readonly Customer[],
  entryCount: number,
  until: Date,
): void {
  const raw = new Database(file);
  raw.pragma('journal_mode = wal');
  raw.pragma('synchronous = off');
  raw.pragma('cache_size = -200000');
  const triggers = raw.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all() as {
    name: string;
    sql: string;
  }[];
  raw.transaction(() => {
    for (const { name } of triggers) raw.exec(`DROP TRIGGER "${name}"`);
    writeHistory(raw, customers, entryCount, until);
    for (const { sql } of triggers) raw.exec(sql);
  })();
  const wrong = raw.prepare(WRONG_ACCOUNTS).pluck().get();
  if (wrong !== 0)
    throw new Error(`the filled ledger does not hold: ${wrong} accounts disagree with their entries`);
  raw.pragma('wal_checkpoint(TRUNCATE)');
  raw.close();
}

function writeHistory(
  raw: Database.Database,
  customers: readonly Customer[],
  entryCount: number,
  until: Date,
): void {
  const insertEntry = raw.prepare('INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)');
  const insertTransaction = raw.prepare(
    `INSERT INTO transactions (id, type, amount_cents, description, actor_id, created_at) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const enter = (account: Account, transactionId: string, amount: number, atMs: number) => {
    account.seq++;
    account.balance += amount;
    account.credits += Math.max(amount, 0);
    insertEntry.run(account.id, account.seq, transactionId, amount, account.balance, account.credits, atMs);
  };
  const adjustments = raw.prepare("SELECT id FROM accounts WHERE bank_account = 'adjustments'").pluck().get();
  const bank: Account = { id: String(adjustments), userId: '', seq: 0, balance: 0, credits: 0 };
  const accounts = customers.map(
    ({ accountId, user }): Account => ({ id: accountId, userId: user.id, seq: 0, balance: 0, credits: 0 }),
  );
  const transactionCount = Math.floor(entryCount / 2);
  for (let n = 0; n < transactionCount; n++) {
    const atMs = Math.floor(until.getTime() - HISTORY_MS * (1 - n / transactionCount));
    const id = newId();
    const own = accounts[n % accounts.length];
    const isFirst = n < accounts.length;
    // Partners change from lap to lap, and are never the account itself.
    const lap = Math.floor(n / accounts.length);
    const other = accounts[(n + 1 + (lap % (accounts.length - 1))) % accounts.length];
    if (!own || !other) throw new Error('a history needs two accounts');
    const amount = isFirst ? 100_000_000 : 1 + (n % 997);
    enter(isFirst ? bank : own, id, -amount, atMs);
    enter(isFirst ? own : other, id, amount, atMs);
    insertTransaction.run(
      id,
      isFirst ? 'deposit' : 'transfer',
      amount,
      isFirst ? 'Saldo inicial' : `Pagamento ${n}`,
      isFirst ? null : own.userId,
      atMs,
    );
  }
}
