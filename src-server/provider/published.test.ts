import { expect, test } from 'vitest';
import { WEBHOOK_HEADER, WEBHOOK_PATH, webhookToken } from '#server/onboarding/webhook-token';
import { caller } from '#server/testing/http-caller';
import { testBank } from '#server/testing/test-bank';
import published from '../domain/vectors/asaas-shapes.json' with { type: 'json' };
import { openProvider } from './client.ts';
import { reply, tinyProvider } from './testing/tiny-provider.ts';

function example(op: string) {
  const found = published.find((one) => one.op === op);
  if (!found) throw new Error(`no example of ${op}`);
  return found;
}

/** The bank's account at a provider that gives the documented answer. */
async function answering(status: number, body: unknown) {
  const { url, received } = await tinyProvider((to) => reply(to, status, body));
  return { received, root: openProvider({ url, apiKey: '$aact_hmlg_root' }).root };
}

test('a random key is requested and read as documented by the provider', async () => {
  const { input, expected } = example('POST /v3/pix/addressKeys');
  const { root, received } = await answering(200, expected);
  expect(await root.createKey('EVP')).toEqual({
    kind: 'answered',
    value: {
      id: 'a33047b1-fb19-4b68-9373-a7ba8a8162aa',
      key: 'b6295ee1-f054-47d1-9e90-ee57b74f60d9',
      type: 'EVP',
      status: 'ACTIVE',
    },
  });
  expect(received[0]).toMatchObject({ method: 'POST', url: '/v3/pix/addressKeys' });
  expect(JSON.parse(received[0]?.body ?? '')).toEqual(input);
});

test('a static code is requested and read as documented by the provider', async () => {
  const { input, expected } = example('POST /v3/pix/qrCodes/static');
  const { root, received } = await answering(200, expected);
  const asked = {
    addressKey: 'b6295ee1-f054-47d1-9e90-ee57b74f60d9',
    description: 'Churrasco',
    amountCents: 5_000,
  };
  expect(await root.staticQr(asked)).toEqual({
    kind: 'answered',
    value: { id: '9bea9bcd126b45c7939960f577be84d6', image: '<base64>', payload: '<copia e cola>' },
  });
  // Only documented fields, with their documented values.
  expect(input).toMatchObject(JSON.parse(received[0]?.body ?? ''));
});

test.each([400, 401])('an answer with %i is a refusal, with its reasons', async (status) => {
  const { expected } = example(`error ${status}`);
  const { root } = await answering(status, expected);
  expect(await root.balance()).toEqual({ kind: 'refused', status, ...expected });
});

test('an event is read as documented by the provider', async () => {
  const { expected } = example('webhook TRANSFER_*');
  const bank = await testBank();
  const headers = { [WEBHOOK_HEADER]: webhookToken(bank) };
  expect(await caller(bank)('POST', WEBHOOK_PATH, expected, headers)).toMatchObject({ status: 200 });
  expect(await bank.db.select().from(bank.db.tables.providerEvents)).toMatchObject([
    {
      id: 'evt_05b708f961d739ea7eba7e4db318f621&368604920',
      event: 'TRANSFER_CREATED',
      accountProviderId: '47ed0d25-f9fb-4b35-b23a-d8895caf92b7',
      objectId: '777eb7c8-b1a2-4356-8fd8-a1b0644b5282',
    },
  ]);
});

test('the transfer of an event is read as documented by the provider', async () => {
  const { expected } = example('webhook TRANSFER_*');
  const { transfer } = expected as { transfer: object };
  const { root } = await answering(200, transfer);
  expect(await root.transferById('777eb7c8-b1a2-4356-8fd8-a1b0644b5282')).toMatchObject({
    kind: 'answered',
    value: { status: 'PENDING', amountCents: 100_000, endToEndId: null, payee: { name: 'Marcelo Almeida' } },
  });
});
