/** @module-tag postgres */
import { expect, onTestFinished } from 'vitest';
import { engineOf } from '#db/engine';
import { openRaw } from '#db/testing/raw';
import { test } from '#server/testing/bank-test';

test.for([
  ['users_sub_account', `asaas_sub_account_id = 'acc'`],
  ['users_admins', `role = 'admin' AND is_active = true ORDER BY id`],
])(
  'the customer whom an event of the provider is about, and administrators, are found by an index: %s',
  async ([index, where], { bank }) => {
    const raw = await openRaw(engineOf(bank.db).url);
    onTestFinished(() => raw.close());
    const isSqlite = bank.db.engine === 'sqlite';
    if (!isSqlite) await raw.run('SET enable_seqscan = off');
    const query = `SELECT id FROM users WHERE ${where}`;
    const plan = await raw.run(`${isSqlite ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'} ${query}`);
    expect(JSON.stringify(plan)).toContain(index);
  },
);
