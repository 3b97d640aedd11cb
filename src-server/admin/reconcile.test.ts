import { expect } from 'vitest';
import { ATTEMPT_LIMITS, FRESH_PROOF_SECONDS } from '#domain/limits';
import { test } from '#server/testing/bank-test';
import { openInProduction } from '#server/testing/in-production';
import { callerOf, makeAdmin } from '#server/testing/people';
import { codeOf, settledCodes } from '#server/testing/refusal-of';

test('a request during a reconciliation gets its report; a later one runs another', async ({ bank }) => {
  const [ana, bia] = [await makeAdmin(bank), await makeAdmin(bank)];
  const asked = [ana, bia, ana].map(({ call }) => call.admin.ledger.reconcile());
  const ids = (await Promise.all(asked)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(1);
  expect(await bank.db.$count(bank.db.tables.reconciliations)).toBe(1);
  expect((await bia.call.admin.ledger.reconcile()).id).not.toBe(ids[0]);
  expect(await bank.db.$count(bank.db.tables.reconciliations)).toBe(2);
});

test('the fourth reconciliation in an hour is refused to all administrators, as is the eleventh in a day', async ({
  bank,
}) => {
  const [ana, bia] = [await makeAdmin(bank), await makeAdmin(bank)];
  const ask = async () => (await settledCodes([ana.call.admin.ledger.reconcile()]))[0];
  for (let made = 0; made < 3; made += 1) await bia.call.admin.ledger.reconcile();
  expect(await ask()).toBe('TOO_MANY_ATTEMPTS');
  const runs = () => bank.db.$count(bank.db.tables.reconciliations);
  while ((await runs()) < 10) {
    bank.clock.passSeconds(ATTEMPT_LIMITS.reconciliation.windowSeconds / 3);
    await ask();
  }
  bank.clock.passSeconds(ATTEMPT_LIMITS.reconciliation.windowSeconds);
  expect(await ask()).toBe('TOO_MANY_ATTEMPTS');
  expect(await runs()).toBe(10);
});

test('one process reconciles at a time, and the next can once it has ended', async ({ bank }) => {
  const { user } = await makeAdmin(bank);
  const processes = [bank, { ...bank, registry: { ...bank.registry } }];
  const ask = () => settledCodes(processes.map((one) => callerOf(one, user).admin.ledger.reconcile()));
  expect((await ask()).toSorted()).toEqual(['JOB_RUNNING', 'done']);
  expect((await ask()).toSorted()).toEqual(['JOB_RUNNING', 'done']);
});

test('in production a reconciliation needs a fresh proof', async () => {
  const { bank, admin } = await openInProduction();
  await admin.call.admin.ledger.reconcile();
  bank.clock.passSeconds(FRESH_PROOF_SECONDS + 1);
  expect(await codeOf(admin.call.admin.ledger.reconcile())).toBe('REAUTHENTICATE');
});
