import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { ATTEMPT_LIMITS, FRESH_PROOF_SECONDS } from '#domain/limits';
import { openProvider } from '#server/provider/client';
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

test('the fourth reconciliation in an hour is refused to an administrator’s session, as is the eleventh in a day, and leaves others theirs', async ({
  bank,
}) => {
  const [ana, bia] = [await makeAdmin(bank), await makeAdmin(bank)];
  const ask = async () => (await settledCodes([bia.call.admin.ledger.reconcile()]))[0];
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
  await ana.call.admin.ledger.reconcile();
});

test('one process reconciles at a time, and the next can once it has ended', async ({ bank }) => {
  const { user } = await makeAdmin(bank);
  const processes = [bank, { ...bank, registry: { ...bank.registry } }];
  const ask = () => settledCodes(processes.map((one) => callerOf(one, user).admin.ledger.reconcile()));
  expect((await ask()).toSorted()).toEqual(['JOB_RUNNING', 'done']);
  expect((await ask()).toSorted()).toEqual(['JOB_RUNNING', 'done']);
});

/** A provider that answers nothing. */
async function silentProvider() {
  const server = createServer().listen(0, '127.0.0.1');
  const end = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(end);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const provider = openProvider({ url: `http://127.0.0.1:${port}`, apiKey: 'key' });
  return { provider, asked: once(server, 'request'), end };
}

test('a reconciliation that hangs is alone for an hour, and its end frees no other one', async ({ bank }) => {
  const { user } = await makeAdmin(bank);
  const ask = (provider = bank.provider) =>
    callerOf({ ...bank, provider, registry: { ...bank.registry } }, user).admin.ledger.reconcile();
  const hang = async () => {
    const { provider, asked, end } = await silentProvider();
    const run = ask(provider);
    await asked;
    return async () => {
      end();
      await run;
    };
  };
  await ask();
  bank.clock.passSeconds(59 * 60);
  const endFirst = await hang();
  bank.clock.passSeconds(2 * 60);
  expect(await codeOf(ask())).toBe('JOB_RUNNING');
  bank.clock.passSeconds(ATTEMPT_LIMITS.reconciling.windowSeconds);
  const endSecond = await hang();
  await endFirst();
  expect(await codeOf(ask())).toBe('JOB_RUNNING');
  await endSecond();
  expect(await ask()).toMatchObject({ ok: true });
});

test('in production a reconciliation needs a fresh proof', async () => {
  const { bank, admin } = await openInProduction();
  await admin.call.admin.ledger.reconcile();
  bank.clock.passSeconds(FRESH_PROOF_SECONDS + 1);
  expect(await codeOf(admin.call.admin.ledger.reconcile())).toBe('REAUTHENTICATE');
});
