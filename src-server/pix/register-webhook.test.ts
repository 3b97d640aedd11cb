import { expect, test } from 'vitest';
import { testBank } from '#server/testing/test-bank';
import { registerWebhook } from './register-webhook.ts';
import { started } from './simulator/testing/started.ts';

test('the root account’s webhook is registered once per address, and its absence stops nobody', async () => {
  const { url, apiKey, root, goDown, simulator } = await started();
  const provider = { url, apiKey };
  const bank = await testBank({ APP_ORIGIN: 'http://localhost:4000' }, { provider });
  await registerWebhook(bank);
  await registerWebhook(bank);
  const { body } = await root('GET', '/v3/webhooks');
  expect(body).toMatchObject({
    totalCount: 1,
    data: [{ url: 'http://localhost:4000/api/asaas/webhook', enabled: true, hasAuthToken: true }],
  });
  expect(JSON.stringify(body.data)).toContain('BILL_PAID');
  await registerWebhook(await testBank({ APP_ORIGIN: 'http://localhost:4001' }, { provider }));
  expect((await root('GET', '/v3/webhooks')).body.totalCount).toBe(2);
  simulator.faults.errorBefore = 1;
  await registerWebhook(bank);
  expect(bank.logged.join('\n')).toContain('did not take the webhook');
  await goDown();
  await registerWebhook(bank);
});
