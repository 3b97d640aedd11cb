/** @module-tag postgres */
import { expect, onTestFinished } from 'vitest';
import { engineOf } from '#db/engine';
import { openRaw } from '#db/testing/raw';
import { test } from '#server/testing/bank-test';

test('the customer whom an event of the provider is about is found by an index', async ({ bank }) => {
  const raw = await openRaw(engineOf(bank.db).url);
  onTestFinished(() => raw.close());
  const isSqlite = bank.db.engine === 'sqlite';
  if (!isSqlite) await raw.run('SET enable_seqscan = off');
  const query = `SELECT id FROM users WHERE asaas_sub_account_id = 'acc'`;
  const plan = await raw.run(`${isSqlite ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'} ${query}`);
  expect(JSON.stringify(plan)).toContain('users_sub_account');
});
