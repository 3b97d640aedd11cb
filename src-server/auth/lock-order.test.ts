/** @module-tag postgres */
import { describe, expect, onTestFinished } from 'vitest';
import { engineOf } from '#db/engine';
import { openRaw } from '#db/testing/raw';
import { testEngine } from '#db/testing/test-db';
import { test as bankTest } from '#server/testing/bank-test';
import { enableTwoFactor } from './testing/authenticator.ts';
import { Browser, newPerson, PASSWORD } from './testing/browser.ts';

const test = bankTest.extend('browser', async ({ bank }) => {
  const browser = new Browser(bank);
  await browser.register(newPerson());
  return browser;
});

const WAITING = `SELECT count(*)::int AS n FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

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
    await expect.poll(() => raw.run(WAITING)).toEqual([{ n: 1 }]);
    await raw.run('SELECT id FROM audit_head FOR UPDATE NOWAIT');
    await raw.run('COMMIT');
    expect(await proven).toEqual({ success: true });
  });
});
