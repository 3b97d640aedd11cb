/** @module-tag postgres */
import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished } from 'vitest';
import { engineOf } from '#db/engine';
import { LOCK_WAITS } from '#db/testing/lock-waits';
import { openRaw } from '#db/testing/raw';
import { testEngine } from '#db/testing/test-db';
import { whileHeld } from '#server/decision/testing/held-account';
import { adjust } from '#server/ledger/testing/bank';
import { test as bankTest } from '#server/testing/bank-test';
import { callerOf, makeAdmin } from '#server/testing/people';
import { settledCodes } from '#server/testing/refusal-of';
import { countAttempt, withdrawAttempt } from './attempts.ts';
import { enableTwoFactor } from './testing/authenticator.ts';
import { Browser, newPerson, PASSWORD } from './testing/browser.ts';
import { profileScene } from './testing/profile-scene.ts';

const test = bankTest.extend('browser', async ({ bank }) => {
  const browser = new Browser(bank);
  await browser.register(newPerson());
  return browser;
});

describe.runIf(testEngine() === 'postgres')('on PostgreSQL', () => {
  test('a backup code that waits for its session does not hold the audit head, for which all writers wait', async ({
    bank,
    browser,
  }) => {
    const { backupCodes } = await enableTwoFactor(browser);
    const [code = ''] = backupCodes;
    const raw = await openRaw(engineOf(bank.db).url);
    onTestFinished(() => raw.close());
    await raw.run('BEGIN; SELECT id FROM sessions FOR UPDATE');
    const proven = browser.ask((caller) => caller.reauthenticate({ password: PASSWORD, code }));
    await expect.poll(() => raw.run(LOCK_WAITS)).toEqual([{ n: 1 }]);
    await raw.run('SELECT id FROM audit_head FOR UPDATE NOWAIT');
    await raw.run('COMMIT');
    expect(await proven).toEqual({ success: true });
  });

  test('what a session withdraws waits, like what is counted, for the count of all before its own: the other order deadlocks', async ({
    bank,
  }) => {
    const who = { name: 'ana', session: 'one' };
    await countAttempt(bank, 'keyMade', who);
    const raw = await openRaw(engineOf(bank.db).url);
    onTestFinished(() => raw.close());
    const lock = (bucket: string) =>
      raw.run(`SELECT 1 FROM attempts WHERE bucket = '${bucket}' FOR UPDATE NOWAIT`);
    await raw.run('BEGIN');
    await lock('keyMade:ana');
    const withdrawn = withdrawAttempt(bank, 'keyMade', who);
    await expect.poll(() => raw.run(LOCK_WAITS)).toEqual([{ n: 1 }]);
    expect(await lock('keyMade:ana/one')).toHaveLength(1);
    await raw.run('COMMIT');
    await withdrawn;
  });

  test('closing waits for a first investment, and is refused for its money', async ({ bank }) => {
    const { browser, user } = await profileScene(bank);
    const product = await (await makeAdmin(bank)).call.investment.products.create({
      name: 'CDB Vale 90',
      description: 'Renda fixa com prazo de 90 dias',
      minAmount: '10.00',
      annualRate: '12.00',
      termDays: 90,
    });
    const { accounts } = bank.db.tables;
    const [checking] = await bank.db.select().from(accounts).where(eq(accounts.userId, user.id));
    const accountId = checking?.id ?? '';
    await adjust(bank.db, accountId, 5_000);
    const invest = () =>
      callerOf(bank, { ...user, role: 'cliente' }).investment.create({
        productId: product.id,
        amount: '50.00',
      });
    const close = () =>
      browser.ask((caller) => caller.closeAccount({ password: PASSWORD, confirmation: 'ENCERRAR' }));
    const codes = whileHeld(
      bank,
      accountId,
      [invest, close].map((work) => () => settledCodes([work()])),
    );
    expect(await codes).toEqual([['done'], ['NOT_CLOSABLE']]);
  });
});
