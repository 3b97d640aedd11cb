/** @module-tag slow */
import { expect, test } from 'vitest';
import { isInUse, startSimulator } from './start.ts';
import { ANA, approved, started } from './testing/started.ts';

const pix = (externalReference: string) => ({
  ...{ value: 1, pixAddressKey: 'loja@fora.example', pixAddressKeyType: 'EMAIL', externalReference },
});

test('a call that is dropped or fails before its effect changes nothing; one that fails afterwards has taken effect', async () => {
  const running = await started();
  const { faults } = running.simulator;
  const outcome = (reference: string) =>
    running.root('POST', '/v3/transfers', pix(reference)).then(
      ({ status }) => status,
      () => 'broken',
    );
  for (const [fault, expected] of [
    ['dropBefore', 'broken'],
    ['dropAfter', 'broken'],
    ['errorBefore', 500],
    ['errorAfter', 500],
    ['tooMany', 429],
  ] as const) {
    faults[fault] = 1;
    expect([fault, await outcome(fault)]).toEqual([fault, expected]);
    faults[fault] = 0;
  }
  await running.settle();
  const { body } = await running.control('GET', '/simulator/effects');
  expect(body.transfers).toEqual(
    ['dropAfter', 'errorAfter'].map((externalReference) => ({
      ...{ externalReference, count: 1, statuses: ['DONE'], value: 1 },
    })),
  );
});

test('a delayed effect happens although the caller no longer waits', async () => {
  const running = await started();
  Object.assign(running.simulator.faults, { delayBefore: 1, delayBeforeMs: 2000, seed: 4 });
  const call = fetch(`${running.url}/v3/transfers`, {
    method: 'POST',
    headers: { access_token: running.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(pix('late')),
    signal: AbortSignal.timeout(500),
  });
  await expect(call).rejects.toThrow();
  const count = async () =>
    ((await running.control('GET', '/simulator/effects')).body.transfers as unknown[]).length;
  await expect.poll(count, { timeout: 5000 }).toBe(1);
});

test('the fault "down" breaks every connection, a closed port refuses it, and both can end', async () => {
  const running = await started();
  const reason = () =>
    running.root('GET', '/v3/finance/balance').then(
      ({ status }) => status,
      (error: Error) => (error.cause as { code?: string }).code,
    );
  await running.control('POST', '/simulator/faults', { down: true });
  expect(await reason()).not.toBe(200);
  await running.control('POST', '/simulator/faults', { down: false });
  expect(await reason()).toBe(200);
  await running.goDown();
  expect(await reason()).toBe('ECONNREFUSED');
  await running.comeBack();
  expect(await reason()).toBe(200);
});

test('the same seed causes the same faults', async () => {
  const course = async () => {
    const running = await started({ faults: { errorBefore: 0.5, seed: 42 } });
    const statuses: number[] = [];
    for (let call = 0; call < 20; call += 1)
      statuses.push((await running.root('GET', '/v3/finance/balance')).status);
    return statuses;
  };
  const first = await course();
  expect(new Set(first)).toEqual(new Set([200, 500]));
  expect(await course()).toEqual(first);
});

test("the simulator's controls refuse browsers, foreign origins and unknown switches", async () => {
  const running = await started();
  const status = async (headers: Record<string, string>, body = '{"evpOnly":true}') =>
    (await fetch(`${running.url}/simulator/switches`, { method: 'POST', headers, body })).status;
  const json = { 'content-type': 'application/json' };
  expect(await status(json)).toBe(200);
  expect(await status({ 'content-type': 'text/plain' })).toBe(403);
  expect(await status({ ...json, origin: 'https://evil.example' })).toBe(403);
  expect(await status(json, '{"unknown":1}')).toBe(400);
  expect((await running.control('GET', '/simulator/state')).body).toMatchObject({
    switches: { evpOnly: true },
  });
});

test("the controls that send incoming money and set the simulator's clock need no key", async () => {
  const running = await started();
  const ana = await approved(running);
  await running.control('POST', '/simulator/clock', { at: '2025-12-24T23:30:00-03:00' });
  const paid = await running.control('POST', '/simulator/receive', { walletId: ana.walletId, value: 10 });
  expect(paid.body).toMatchObject({ value: 10, dateCreated: '2025-12-24' });
  expect((await running.control('POST', '/simulator/clock', { at: null })).body.now).toBe(
    '2026-03-10T15:00:00.000Z',
  );
  expect((await running.control('GET', '/simulator/effects')).body).toMatchObject({
    accounts: [{ balance: 1_000_000_000 }, { cpfCnpj: ANA.cpfCnpj, balance: 10 }],
    payments: [{ value: 10 }],
  });
});

test('a call without a user agent is refused', async () => {
  const { url, apiKey } = await started();
  const answer = await fetch(`${url}/v3/finance/balance`, {
    headers: { access_token: apiKey, 'user-agent': '' },
  });
  expect(answer.status).toBe(400);
});

test('a quota lets each key make that many calls, answers the others 429 with the time to wait, and can end', async () => {
  const running = await started();
  const { ask: ana } = await approved(running);
  const balance = async (ask: typeof ana) => (await ask('GET', '/v3/finance/balance')).status;
  await running.control('POST', '/simulator/faults', { quota: 2 });
  for (const expected of [200, 200, 429, 429]) expect(await balance(running.root)).toBe(expected);
  expect(await balance(ana)).toBe(200);
  const refused = await fetch(`${running.url}/v3/finance/balance`, {
    headers: { access_token: running.apiKey },
  });
  expect(refused.headers.get('ratelimit-reset')).toBe('43200');
  await running.control('POST', '/simulator/faults', { quota: 0 });
  expect(await balance(running.root)).toBe(200);
});

test('a second simulator on the same file is refused', async () => {
  const { dataDir, simulator } = await started();
  const again = startSimulator({ dataDir, clock: simulator.clock });
  await expect(again).rejects.toSatisfy(isInUse);
});
