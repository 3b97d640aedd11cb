/** @module-tag postgres */
import { describe, expect, onTestFinished } from 'vitest';
import { engineOf } from '#db/engine';
import { LOCK_WAITS } from '#db/testing/lock-waits';
import { openRaw } from '#db/testing/raw';
import { testEngine } from '#db/testing/test-db';
import { test } from '#server/testing/bank-test';
import { signedCredit } from './testing/loan.ts';

describe.runIf(testEngine() === 'postgres')('on PostgreSQL', () => {
  test('whoever pays an instalment waits for the own row before locking the account, as investing does', async ({
    setup,
  }) => {
    const { bank, ana } = setup;
    const proposalId = await signedCredit(setup);
    const [instalment] = (await ana.call.credit.schedules({ proposalId })).schedules;
    const raw = await openRaw(engineOf(bank.db).url);
    onTestFinished(() => raw.close());
    await raw.run(`BEGIN; SELECT id FROM users WHERE id = '${ana.user.id}' FOR NO KEY UPDATE`);
    const paid = ana.call.credit.payInstallment({ id: instalment?.id ?? '' });
    await expect.poll(() => raw.run(LOCK_WAITS)).toEqual([{ n: 1 }]);
    await raw.run(`SELECT id FROM accounts WHERE id = '${ana.accountId}' FOR NO KEY UPDATE NOWAIT`);
    await raw.run('COMMIT');
    expect((await paid).isPaid).toBe(true);
  });
});
