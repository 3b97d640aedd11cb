import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { databaseError } from '#db/error';
import { forNoKeyUpdate } from '#db/lock';
import { placeholdersOf } from '#db/placeholders';
import type { Tables } from '#db/schema';
import {
  ACTIVE_ONLY,
  type AccountRule,
  type AccountStanding,
  inactiveRefusal,
} from '#domain/ledger/account-rule';
import { isNeutral } from '#domain/ledger/flow';
import { assertBalanced, movedCents, type PostingEntry } from '#domain/ledger/posting';
import type { TransactionType } from '#domain/ledger/words';
import { refuse } from '#domain/refusal';
import { among, anyOf, idList } from '#server/kernel/any-of';
import { newId } from '#server/kernel/id';

/** `actorId` null: the bank itself. `createdAt` is the bank's time. */
export type PostedBy = { createdAt: Date; actorId: string | null; idempotencyKey?: string | undefined };

export type Posting = PostedBy & {
  type: TransactionType;
  description: string;
  reversesId?: string | undefined;
  /** Part of a move between accounts of one customer. */
  isOwnMove?: boolean;
  entries: readonly PostingEntry[];
  accounts?: AccountRule;
};

/** `seq`: the entry's position in its account. */
export type PostedEntry = PostingEntry & { seq: number; balanceAfterCents: number };

/** `entries` in the posting's order. */
export type Posted = { transactionId: string; entries: PostedEntry[] };

/**
 * The only way money moves; a refusal rolls back the caller's transaction. Throws if unbalanced. Refuses
 * ACCOUNT_INACTIVE, USER_CLOSED, INSUFFICIENT_FUNDS, BALANCE_OUT_OF_RANGE, ALREADY_REVERSED.
 */
export async function post(tx: Tx, posting: Posting): Promise<Posted> {
  assertBalanced(posting.entries);
  const transactionId = newId();

  await refuseUnreachable(tx, posting);
  const entries: PostedEntry[] = [];
  const shared = {
    transactionId,
    createdAt: posting.createdAt,
    isNeutral: isNeutral(posting.type, posting.isOwnMove ?? false),
  };
  for (const entry of posting.entries) entries.push(await insertEntry(tx, { ...entry, ...shared }));
  await seal(tx, transactionId, posting, movedCents(entries));
  return { transactionId, entries };
}

async function refuseUnreachable(tx: Tx, { entries, accounts: rule = ACTIVE_ONLY }: Posting): Promise<void> {
  const ids = entries.map(({ accountId }) => accountId);
  const refusal = inactiveRefusal(rule, await lockAccounts(tx, [...ids, ...(rule.also ?? [])]), entries);
  if (refusal) refuse(refusal);
  if (rule.reach === 'frozen' && (await creditsClosedCustomer(tx, entries))) refuse('USER_CLOSED');
}

/** Under READ COMMITTED, later statements see what previous lock holders committed. */
function lockAccounts(tx: Tx, ids: readonly string[]): Promise<AccountStanding[]> {
  return tx
    .prepared('ledger.lockAccounts', (on, { accounts }) =>
      forNoKeyUpdate(
        on
          .select({ id: accounts.id, isActive: accounts.isActive })
          .from(accounts)
          .where(anyOf(on, accounts.id, 'ids'))
          .orderBy(asc(accounts.id)),
      ),
    )
    .execute({ ids: idList(tx, ids) });
}

async function creditsClosedCustomer(tx: Tx, entries: readonly PostingEntry[]): Promise<boolean> {
  const { accounts, users } = tx.tables;
  const credited = entries.flatMap(({ accountId, amountCents }) => (amountCents > 0 ? [accountId] : []));
  // A join: for a list of closed customers SQLite reads all.
  const closed = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(among(tx, accounts.id, credited), isNotNull(users.closedAt)));
  return closed.length > 0;
}

type NewEntry = PostingEntry & { transactionId: string; createdAt: Date; isNeutral: boolean };

async function insertEntry(tx: Tx, entry: NewEntry): Promise<PostedEntry> {
  const query = tx.prepared('ledger.insertEntry', (on, tables) =>
    on
      .insert(tables.entries)
      .select(afterLastEntry(on, tables))
      .returning({ seq: tables.entries.seq, balanceAfterCents: tables.entries.balanceAfterCents }),
  );
  try {
    const [written] = await query.execute(entry);
    if (!written) throw new Error(`account ${entry.accountId}: no entry was written`);
    return { accountId: entry.accountId, amountCents: entry.amountCents, ...written };
  } catch (error) {
    const refused = databaseError(error);
    if (refused?.kind === 'guard' && refused.message === 'ledger.floor') refuse('INSUFFICIENT_FUNDS');
    if (refused?.kind === 'guard' && refused.message === 'ledger.range') refuse('BALANCE_OUT_OF_RANGE');
    throw error;
  }
}

/** `createdAt` never decreases despite clock skew: statements search by time and seq alike. */
function afterLastEntry(on: Reader, { entries }: Tables) {
  const account = sql`cast(${sql.placeholder('accountId')} as text)`;
  const amount = sql`cast(${sql.placeholder('amountCents')} as bigint)`;
  const moment = sql.param(sql.placeholder('createdAt'), entries.createdAt);
  const flag = sql.param(sql.placeholder('isNeutral'), entries.isNeutral);
  const [at, latest, neutral] =
    on.engine === 'postgres'
      ? [sql`cast(${moment} as timestamptz)`, sql`greatest`, sql`cast(${flag} as boolean)`]
      : [sql`cast(${moment} as integer)`, sql`max`, sql`cast(${flag} as integer)`];
  return sql`
    select ${account}, coalesce(previous.seq, 0) + 1, cast(${sql.placeholder('transactionId')} as text), ${amount},
      coalesce(previous.balance_after_cents, 0) + ${amount},
      coalesce(previous.credits_after_cents, 0) + case when ${amount} > 0 then ${amount} else 0 end,
      ${latest}(${at}, coalesce(previous.created_at, ${at})), ${neutral}
    from (select 1 as one) as anchor
    left join (
      select seq, balance_after_cents, credits_after_cents, created_at
      from entries where account_id = ${account} order by seq desc limit 1
    ) as previous on 1 = 1`;
}

/** The transaction's row comes last: afterwards the database refuses more entries for it. */
async function seal(tx: Tx, id: string, posting: Posting, amountCents: number): Promise<void> {
  const query = tx.prepared('ledger.seal', (on, { transactions }) =>
    on.insert(transactions).values(placeholdersOf(transactions)),
  );
  try {
    await query.execute({
      id,
      type: posting.type,
      amountCents,
      description: posting.description,
      actorId: posting.actorId,
      idempotencyKey: posting.idempotencyKey,
      reversesId: posting.reversesId,
      createdAt: posting.createdAt,
    });
  } catch (error) {
    const refused = databaseError(error);
    if (refused?.kind === 'unique' && refused.columns.includes('reverses_id')) refuse('ALREADY_REVERSED');
    throw error;
  }
}
