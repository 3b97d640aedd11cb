/** @module-tag postgres */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Tx } from '#db/db';
import { refuse } from '#domain/refusal';
import { systemContext } from '#server/audit/system-actor';
import { verifyAudit } from '#server/audit/verify';
import { newId } from '#server/kernel/id';
import { balanceOf } from '#server/ledger/statement';
import { verifyLedger } from '#server/ledger/verify';
import { test } from '#server/testing/bank-test';
import { fingerprint } from '#server/testing/matrix-scene';
import type { TestBank } from '#server/testing/test-bank';
import { accountWithId, bankAccount } from './account-facts.ts';
import { type Decision, LOCKS, locking, type Source, type SystemContext } from './decision.ts';
import { commitGroup, type Item } from './group.ts';

type Debits = { from: string; cents: readonly number[] };
type Account = { id: string } | null;

/** Debits an account once for each amount, without a user. */
const DEBIT: Decision<Debits, Record<'from' | 'bank', Account>, string[], SystemContext> = {
  operation: 'debit',
  facts: (_, { from }) => ({ from: accountWithId(from), bank: bankAccount('adjustments') }),
  decide({ from, bank }, { input: { cents } }) {
    if (!from || !bank) refuse('NOT_FOUND');
    const postings = cents.map((amountCents) => ({
      transactionId: newId(),
      type: 'fee' as const,
      description: 'Tarifa',
      entries: [
        { accountId: from.id, amountCents: -amountCents },
        { accountId: bank.id, amountCents },
      ],
    }));
    const ids = postings.map(({ transactionId }) => transactionId);
    return {
      answer: ids,
      postings,
      audit: ids.map((entityId) => ({ action: 'manual_adjustment', entityId })),
    };
  },
};

const debit = (bank: TestBank, from: string, cents: readonly number[]): Item => ({
  ctx: systemContext(bank),
  decision: DEBIT as never,
  input: { from, cents },
  asked: { key: undefined, request: null },
});

const commit = (bank: TestBank, items: Item[]) => bank.db.transaction((tx) => commitGroup(tx, items));

test('a decision may post several times, each with its own id and audit row, and without a user', async ({
  bank,
  ana,
}) => {
  const [outcome] = await commit(bank, [debit(bank, ana.accountId, [100, 200])]);
  if (!outcome?.ok) throw outcome?.error;
  const ids = outcome.value as string[];
  const { transactions, auditLog } = bank.db.tables;
  for (const [place, id] of ids.entries()) {
    const [posted] = await bank.db.select().from(transactions).where(eq(transactions.id, id));
    expect(posted).toMatchObject({ amountCents: 100 * (place + 1), actorId: null });
    const [audited] = await bank.db.select().from(auditLog).where(eq(auditLog.entityId, id));
    expect(audited).toMatchObject({ userId: null, userAgent: 'Rotina diária do banco' });
  }
  expect(ids).toHaveLength(2);
  expect(await verifyLedger(bank.db)).toMatchObject({ ok: true });
  expect(await verifyAudit(bank.db, bank.keys)).toMatchObject({ ok: true });
});

test('of several postings none is kept when one of them is refused, and the others of the group see none', async ({
  bank,
  ana,
}) => {
  const before = await fingerprint(bank);
  expect(await commit(bank, [debit(bank, ana.accountId, [9_000, 1_001])])).toMatchObject([
    { ok: false, error: { code: 'INSUFFICIENT_FUNDS' } },
  ]);
  expect(await fingerprint(bank)).toBe(before);
  // Of 100.00.
  const outcomes = await commit(bank, [
    debit(bank, ana.accountId, [9_000, 1_001]),
    debit(bank, ana.accountId, [9_999]),
    debit(bank, ana.accountId, [1]),
  ]);
  expect(outcomes.map(({ ok }) => ok)).toEqual([false, true, true]);
  expect(await balanceOf(bank.db, ana.accountId)).toBe(0);
  expect(await verifyLedger(bank.db)).toMatchObject({ ok: true });
});

const asked: string[] = [];
const source =
  (name: string): Source<string> =>
  async (_: Tx, keys) => {
    asked.push(name);
    return new Map(keys.map((key) => [key, `${name} ${key}`]));
  };

const FREE = source('free');
const [USERS, CREDITS] = LOCKS.map((name) => locking(name, source(name)));

/** Names a fact without a lock first, then the locks against their order. */
const ORDER: Decision<
  object,
  { free: string | null; several: (string | null)[]; user: string | null },
  unknown,
  SystemContext
> = {
  operation: 'order',
  facts: () => ({
    free: { source: FREE, key: '1' },
    several: ['1', '2'].map((key) => ({ source: CREDITS as Source<string>, key })),
    user: { source: USERS as Source<string>, key: '1' },
  }),
  decide: (facts) => ({ answer: facts, audit: { action: 'view_user', entityId: null } }),
};

test('facts are locked in one order, whatever the order in which a decision names them', async ({ bank }) => {
  asked.length = 0;
  const item = { ...debit(bank, '', []), decision: ORDER as never };
  expect(await commit(bank, [item])).toMatchObject([
    { ok: true, value: { free: 'free 1', several: ['credits 1', 'credits 2'], user: 'users 1' } },
  ]);
  expect(asked).toEqual(['users', 'credits', 'free']);
});
