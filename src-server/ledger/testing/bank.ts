import type { Db, Tx } from '#db/db';
import type { AuditAction } from '#domain/audit/words';
import { canonicalJson } from '#domain/canonical-json';
import type { PostingEntry } from '#domain/ledger/posting';
import { Refusal } from '#domain/refusal';
import { type AuditContext, record } from '#server/audit/record';
import { parseKeys } from '#server/kernel/keys';
import { userRow } from '#server/testing/user-row';
import { bankAccountId } from '../bank-account.ts';
import { accountNumberCandidates, openAccount } from '../open-account.ts';
import { type Posted, type Posting, post } from '../post.ts';
import { reverse } from '../reverse.ts';

/** Shared by all tests, so that the check after each test can verify signatures. */
export const TEST_APP_KEYS = `test:${Buffer.alloc(32, 'valebank').toString('base64')}`;
export const testKeys = parseKeys(TEST_APP_KEYS);

export const NOON = new Date('2026-11-20T15:00:00.000Z');

export const auditContext = (user: AuditContext['user'] = null, now: Date = NOON): AuditContext => ({
  clock: { now: () => now },
  keys: testKeys,
  request: { ip: '127.0.0.1', userAgent: 'vitest' },
  user,
});

export type TestCustomer = { userId: string; fullName: string; accountId: string; accountNumber: string };

export async function makeCustomer(db: Db, fullName = 'Ana Lima'): Promise<TestCustomer> {
  const user = userRow({ fullName, createdAt: NOON });
  const userId = user.id;
  const candidates = accountNumberCandidates();
  const opened = await db.transaction(async (tx) => {
    await tx.insert(tx.tables.users).values(user);
    return openAccount(tx, { userId, accountType: 'checking', candidates, createdAt: NOON });
  });
  return { userId, fullName, accountId: opened.id, accountNumber: opened.accountNumber };
}

type Movement = Partial<Omit<Posting, 'entries'>> & { entries: readonly PostingEntry[] };

export const move = (db: Db, movement: Movement): Promise<Posted> =>
  db.transaction((tx) => moveIn(tx, movement));

export async function moveIn(tx: Tx, movement: Movement): Promise<Posted> {
  const posting = {
    type: 'transfer',
    description: 'Movimento',
    createdAt: NOON,
    actorId: null,
    ...movement,
  } as const;
  const posted = await post(tx, posting);
  await recordMovement(tx, 'transfer', posted.transactionId);
  return posted;
}

const recordMovement = (tx: Tx, action: AuditAction, entityId: string) =>
  record(tx, auditContext(), { action, entityType: 'transaction', entityId });

export const send = (db: Db, from: string, to: string, amountCents: number, more: Partial<Movement> = {}) =>
  move(db, { ...more, entries: pair(from, to, amountCents) });

export const pair = (from: string, to: string, amountCents: number): PostingEntry[] => [
  { accountId: from, amountCents: -amountCents },
  { accountId: to, amountCents },
];

/** In cents, against the bank's own account. */
export const adjust = (db: Db, accountId: string, amountCents: number, more: Partial<Movement> = {}) =>
  db.transaction(async (tx) =>
    moveIn(tx, {
      type: amountCents > 0 ? 'deposit' : 'withdrawal',
      description: 'Ajuste',
      ...more,
      entries: pair(await bankAccountId(tx, 'adjustments'), accountId, amountCents),
    }),
  );

export const undo = (db: Db, transactionId: string): Promise<Posted> =>
  db.transaction(async (tx) => {
    const posted = await reverse(tx, { transactionId, reason: 'Engano', actorId: null, createdAt: NOON });
    await recordMovement(tx, 'reverse_transaction', transactionId);
    return posted;
  });

/** The refusal code, or 'done'; other errors are rethrown. */
export async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** Unchanged means that nothing was written. */
export async function fingerprint(db: Db): Promise<string> {
  const { entries, transactions, auditLog, auditHead, idempotency, outbox } = db.tables;
  const tables = [entries, transactions, auditLog, auditHead, idempotency, outbox] as const;
  const contents: unknown[] = [];
  for (const table of tables)
    contents.push((await db.select().from(table)).map((row) => canonicalJson(row)).sort());
  return canonicalJson(contents);
}
