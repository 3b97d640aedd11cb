/** @module-tag postgres */
import { expect, onTestFinished } from 'vitest';
import { engineOf } from '#db/engine';
import { openRaw } from '#db/testing/raw';
import { test } from '#server/testing/bank-test';

test.for([
  ['users_sub_account', `users WHERE asaas_sub_account_id = 'acc'`],
  ['users_admins', `users WHERE role = 'admin' AND is_active = true ORDER BY id`],
  ['terms_acceptances_user', `terms_acceptances WHERE user_id = 'ana' ORDER BY id DESC`],
])(
  'the customer whom an event of the provider is about, administrators, and the terms that a customer accepted are found by an index: %s',
  async ([index, from], { bank }) => {
    const raw = await openRaw(engineOf(bank.db).url);
    onTestFinished(() => raw.close());
    const isSqlite = bank.db.engine === 'sqlite';
    if (!isSqlite) await raw.run('SET enable_seqscan = off');
    const query = `SELECT id FROM ${from}`;
    const plan = await raw.run(`${isSqlite ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'} ${query}`);
    expect(JSON.stringify(plan)).toContain(index);
  },
);
