/** @module-tag postgres */
import { expect, onTestFinished } from 'vitest';
import { engineOf } from '#db/engine';
import { openRaw } from '#db/testing/raw';
import { test } from '#server/testing/bank-test';
import type { TestBank } from '#server/testing/test-bank';

test.for([
  ['users_sub_account', `asaas_sub_account_id = 'acc'`],
  ['users_admins', `role = 'admin' AND is_active = true ORDER BY id`],
] as const)(
  'the customer whom an event of the provider is about, and administrators, are found by an index: %s',
  ([index, where], { bank }) => expectIndex(bank, index, `users WHERE ${where}`),
);

test('the terms that a customer accepted are found by an index', ({ bank }) =>
  expectIndex(bank, 'terms_acceptances_user', `terms_acceptances WHERE user_id = 'ana' ORDER BY id DESC`));

async function expectIndex(bank: TestBank, index: string, from: string): Promise<void> {
  const raw = await openRaw(engineOf(bank.db).url);
  onTestFinished(() => raw.close());
  const isSqlite = bank.db.engine === 'sqlite';
  if (!isSqlite) await raw.run('SET enable_seqscan = off');
  const query = `SELECT id FROM ${from}`;
  const plan = await raw.run(`${isSqlite ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'} ${query}`);
  expect(JSON.stringify(plan)).toContain(index);
}
