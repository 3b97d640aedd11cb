import { sql } from 'drizzle-orm';
import type { Db } from '#db/db';
import type { Tables } from '#db/schema';
import { isNeutral } from '#domain/ledger/flow';
import type { Bank } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { bankAccountId } from '#server/ledger/bank-account';
import { AuditTrail } from './audit-trail.ts';
import type { Customer } from './people.ts';
import { type Insert, withoutGuards } from './without-guards.ts';

const HISTORY_MS = 180 * 86_400_000;

export type Filled = { id: string; seq: number; balance: number; credits: number };

export const emptyAccount = (id: string): Filled => ({ id, seq: 0, balance: 0, credits: 0 });

type Posting = Pick<
  Tables['transactions']['$inferSelect'],
  'type' | 'description' | 'actorId' | 'createdAt'
> & {
  /** The customer who got the money from another bank. */
  receivedBy?: string | null;
};

const WRITTEN_AT_ONCE = 5_000;

/** Inserts transactions with their audit rows, oldest first, as rows that the guards would accept. */
export class History {
  entryCount = 0;
  readonly #insert: Insert;
  readonly #tables: Tables;
  readonly #trail: AuditTrail;
  #entries: Tables['entries']['$inferInsert'][] = [];
  #transactions: Tables['transactions']['$inferInsert'][] = [];
  #received: Tables['incomingPayments']['$inferInsert'][] = [];

  constructor(insert: Insert, tables: Tables, trail: AuditTrail) {
    this.#insert = insert;
    this.#tables = tables;
    this.#trail = trail;
  }

  /** Posts amounts in cents that sum to zero; returns the transaction's id. */
  async post(
    { receivedBy = null, ...about }: Posting,
    legs: readonly (readonly [account: Filled, cents: number])[],
  ): Promise<string> {
    const id = newId();
    let moved = 0;
    for (const [account, cents] of legs) {
      const credit = Math.max(cents, 0);
      moved += credit;
      account.seq += 1;
      account.balance += cents;
      account.credits += credit;
      this.#entries.push({
        accountId: account.id,
        seq: account.seq,
        transactionId: id,
        amountCents: cents,
        balanceAfterCents: account.balance,
        creditsAfterCents: account.credits,
        createdAt: about.createdAt,
        isNeutral: isNeutral(about.type, false),
      });
    }
    this.#transactions.push({ id, amountCents: moved, ...about });
    this.#trail.record({ id, cents: moved, at: about.createdAt, ...about });
    if (receivedBy !== null) this.#received.push(receiptOf(id, receivedBy, moved, about.createdAt));
    this.entryCount += legs.length;
    if (this.#transactions.length === WRITTEN_AT_ONCE) await this.flush();
    return id;
  }

  async flush(): Promise<void> {
    await this.#insert(this.#tables.entries, this.#entries.splice(0));
    await this.#insert(this.#tables.transactions, this.#transactions.splice(0));
    await this.#insert(this.#tables.incomingPayments, this.#received.splice(0));
    await this.#insert(this.#tables.auditLog, this.#trail.take());
  }
}

const receiptOf = (transactionId: string, userId: string, amountCents: number, createdAt: Date) => ({
  providerId: `bench-${transactionId}`,
  userId,
  transactionId,
  amountCents,
  createdAt,
  isReturn: false,
});

/** Posts transfers spread over the last half year. Throws if an account does not agree with its entries. */
export async function fillLedger(
  bank: Pick<Bank, 'db' | 'keys' | 'clock'>,
  customers: readonly Customer[],
  entryCount: number,
): Promise<void> {
  const { db, clock } = bank;
  const until = clock.now();
  const trail = await AuditTrail.of(bank);
  const adjustments = emptyAccount(await bankAccountId(db, 'adjustments'));
  const accounts = customers.map(({ accountId, user }) => ({ ...emptyAccount(accountId), userId: user.id }));
  const transactionCount = Math.floor(entryCount / 2);
  await withoutGuards(db, async (insert) => {
    const history = new History(insert, db.tables, trail);
    for (let n = 0; n < transactionCount; n++) {
      const createdAt = new Date(until.getTime() - HISTORY_MS * (1 - n / transactionCount));
      const own = accounts[n % accounts.length];
      // Partners change from lap to lap, and are never the account itself.
      const lap = Math.floor(n / accounts.length);
      const other = accounts[(n + 1 + (lap % (accounts.length - 1))) % accounts.length];
      if (!own || !other) throw new Error(`transaction ${n}: two accounts required, got ${accounts.length}`);
      const [from, to] = n < accounts.length ? [adjustments, own] : [own, other];
      const cents = n < accounts.length ? 100_000_000 : 1 + (n % 997);
      await history.post(
        n < accounts.length
          ? { type: 'deposit', description: 'Saldo inicial', actorId: null, createdAt }
          : { type: 'transfer', description: `Pagamento ${n}`, actorId: own.userId, createdAt },
        [
          [from, -cents],
          [to, cents],
        ],
      );
    }
    await history.flush();
  });
  await trail.moveHead(bank);
  await assertFilled(db);
}

/** Throws if an account's entries have a gap or do not sum to its balance. */
export async function assertFilled(db: Db): Promise<void> {
  const [found] = await db
    .select({ wrong: sql`count(*)`.mapWith(Number) })
    .from(
      sql`(select account_id, count(*) as entry_count, max(seq) as last_seq, sum(amount_cents) as balance,
                  sum(case when amount_cents > 0 then amount_cents else 0 end) as credits
             from entries group by account_id) as whole
        join entries as last on last.account_id = whole.account_id and last.seq = whole.last_seq`,
    )
    .where(
      sql`whole.entry_count <> whole.last_seq or last.balance_after_cents <> whole.balance
        or last.credits_after_cents <> whole.credits`,
    );
  if (found?.wrong !== 0)
    throw new Error(`invalid filled ledger: ${found?.wrong} accounts disagree with their entries`);
}
