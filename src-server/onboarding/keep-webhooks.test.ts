import { expect } from 'vitest';
import { test } from '#server/payments/testing/pix-test';
import { apiKeyOf, exhaustQuota, loseApiKey, makeNeighbours } from '#server/payments/testing/scene';
import { testBank } from '#server/testing/test-bank';
import { started } from '#simulator/testing/started';
import { keepWebhooks, webhookDailySteps } from './keep-webhooks.ts';
import { webhookToken } from './webhook-token.ts';

/** The bank's own first. */
const kept = ({ simulator }: Awaited<ReturnType<typeof started>>) => simulator.store.list('webhook');

test('the root account’s webhook is made once, and a failure stops nothing', async () => {
  const { url, apiKey, root, goDown, simulator } = await started();
  const provider = { url, apiKey };
  const bank = await testBank({ APP_ORIGIN: 'http://localhost:4000' }, { provider });
  await keepWebhooks(bank);
  await keepWebhooks(bank);
  const { body } = await root('GET', '/v3/webhooks');
  expect(body).toMatchObject({
    totalCount: 1,
    data: [{ url: 'http://localhost:4000/api/asaas/webhook', enabled: true, hasAuthToken: true }],
  });
  expect(JSON.stringify(body.data)).toContain('BILL_PAID');
  simulator.faults.errorBefore = 1;
  await keepWebhooks(bank);
  expect(bank.logged.join('\n')).toContain('did not take a webhook');
  await goDown();
  await keepWebhooks(bank);
});

test('every account’s webhook gets a changed address and token, and others are left alone', async ({
  bank,
  simulator,
  ana,
}) => {
  await keepWebhooks(bank);
  await ana.call.pix.createSubaccount();
  const other = { url: 'https://other.example/hook', email: 'a@b.example', authToken: 'theirs' };
  await simulator.root('POST', '/v3/webhooks', other);
  bank.env = { ...bank.env, APP_ORIGIN: 'https://bank.example', ASAAS_WEBHOOK_TOKEN: 'x'.repeat(32) };
  await keepWebhooks(bank);
  const ours = { url: 'https://bank.example/api/asaas/webhook', authToken: webhookToken(bank) };
  expect(kept(simulator)).toHaveLength(3);
  expect(kept(simulator)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ accountId: simulator.simulator.rootId, ...ours }),
      expect.objectContaining({ accountId: expect.not.stringMatching(simulator.simulator.rootId), ...ours }),
      expect.objectContaining({ url: other.url, authToken: 'theirs' }),
    ]),
  );
});

test('an interrupted webhook is resumed daily, a missing one is made again, and a refusal is reported', async ({
  bank,
  simulator,
  ana,
}) => {
  await ana.call.pix.createSubaccount();
  await keepWebhooks(bank);
  const { store } = simulator.simulator;
  const [first] = kept(simulator);
  store.update('webhook', first?.id ?? '', { interrupted: true, failuresInARow: 15 });
  const day = bank.clock.today();
  expect(webhookDailySteps.every(({ mayWait }) => mayWait?.(day))).toBe(true);
  for (const { run } of webhookDailySteps) await run(bank, day);
  expect(kept(simulator)).toMatchObject([{ interrupted: false, failuresInARow: 0 }, { interrupted: false }]);
  expect(bank.logged.join('\n')).toContain('had suspended the webhook of an account');
  for (const { id } of kept(simulator)) store.remove('webhook', id);
  await keepWebhooks(bank);
  const own = simulator.as(await apiKeyOf(bank, ana));
  expect((await own('GET', '/v3/webhooks')).body.totalCount).toBe(1);
  bank.env = { ...bank.env, APP_ORIGIN: 'ftp://bank.example' };
  await keepWebhooks(bank);
  expect(bank.logged.join('\n')).toContain('refuses a webhook');
});

test('three customers who have used up their own quota leave the webhooks of others kept', async ({
  scene,
  bank,
  simulator,
}) => {
  const others = await makeNeighbours(scene, 4);
  others.pop();
  await keepWebhooks(bank);
  const { store, faults } = simulator.simulator;
  for (const { id } of kept(simulator)) store.update('webhook', id, { interrupted: true });
  faults.quota = 12;
  for (const other of others) await exhaustQuota(other);
  await keepWebhooks(bank);
  const resumed = kept(simulator).filter(({ interrupted }) => !interrupted);
  expect([kept(simulator).length, resumed.length]).toEqual([5, 2]);
});

test('a customer whose API key cannot be decrypted leaves the webhooks of others kept', async ({
  scene,
  bank,
  simulator,
}) => {
  const [first] = await makeNeighbours(scene, 2);
  await keepWebhooks(bank);
  const { store } = simulator.simulator;
  for (const { id } of kept(simulator)) store.update('webhook', id, { interrupted: true });
  if (first) await loseApiKey(bank, first);
  await keepWebhooks(bank);
  expect(kept(simulator).filter(({ interrupted }) => !interrupted)).toHaveLength(2);
});
