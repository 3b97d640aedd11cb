/** @module-tag slow */
import { afterEach, expect, test, vi } from 'vitest';
import { type Received, startReceiver } from './testing/receiver.ts';
import { ANA, approved, type Started, started } from './testing/started.ts';

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

const EVENTS = ['TRANSFER_CREATED', 'TRANSFER_PENDING', 'TRANSFER_IN_BANK_PROCESSING', 'TRANSFER_DONE'];
const token = 'segredo-de-entrega';
const pix = { value: 1, pixAddressKey: 'loja@fora.example', pixAddressKeyType: 'EMAIL' };

/** A receiver for the root account's transfers. */
async function listening(
  running: Started,
  {
    answer,
    sendType = 'SEQUENTIALLY',
  }: { answer?: (event: Received, times: number) => number; sendType?: string } = {},
) {
  const receiver = await startReceiver(answer);
  ending.push(receiver.stop);
  const { url } = receiver;
  const made = await running.root('POST', '/v3/webhooks', {
    ...{ name: 'Banco', url, email: 'ti@banco.example', authToken: token, sendType, events: EVENTS },
  });
  return { ...receiver, id: String(made.body.id) };
}

test('three documents are required, the third starts the review, and each change of a part causes one event', async () => {
  const running = await started();
  const receiver = await startReceiver();
  ending.push(receiver.stop);
  const parts = ['DOCUMENT', 'GENERAL_APPROVAL'];
  const events = parts.flatMap((part) =>
    ['AWAITING_APPROVAL', 'APPROVED'].map((end) => `ACCOUNT_STATUS_${part}_${end}`),
  );
  const webhook = { url: receiver.url, email: ANA.email, authToken: token, events };
  const opened = await running.root('POST', '/v3/accounts', { ...ANA, webhooks: [webhook] });
  const ana = running.as(String(opened.body.apiKey));
  const { body } = await ana('GET', '/v3/myAccount/documents');
  const wanted = body.data as { id: string; type: string; title: string; status: string }[];
  expect(wanted.map(({ type, title, status }) => [type, title, status])).toEqual([
    ['IDENTIFICATION', 'Documento de identificação', 'NOT_SENT'],
    ['IDENTIFICATION_SELFIE', 'Selfie', 'NOT_SENT'],
    ['CUSTOM', 'Comprovante de endereço', 'NOT_SENT'],
  ]);
  const send = (id: string, type: string, mime = 'image/png') => {
    const form = new FormData();
    form.set('type', type);
    form.set('documentFile', new Blob(['file'], { type: mime }), 'file.png');
    return ana('POST', `/v3/myAccount/documents/${id}`, form);
  };
  expect((await send(wanted[0]?.id ?? '', 'CUSTOM')).status).toBe(400);
  expect((await send(wanted[0]?.id ?? '', 'IDENTIFICATION', 'text/html')).status).toBe(400);
  expect((await send('nothing', 'IDENTIFICATION')).status).toBe(404);
  for (const { id, type } of wanted) expect((await send(id, type)).body).toMatchObject({ status: 'PENDING' });
  await running.settle();
  expect((await ana('GET', '/v3/myAccount/status')).body).toMatchObject({
    documentation: 'APPROVED',
    general: 'APPROVED',
  });
  expect(receiver.received.map(({ event }) => event).sort()).toEqual([...events].sort());
  expect(receiver.received[0]).toMatchObject({ token, body: { account: { id: opened.body.id } } });
});

test('documents may be rejected with reasons, sent again, or required through a link', async () => {
  const running = await started({ switches: { rejectDocuments: 'Foto ilegível' } });
  const { body: opened } = await running.root('POST', '/v3/accounts', ANA);
  const ana = running.as(String(opened.apiKey));
  const sendAll = async () => {
    const { body } = await ana('GET', '/v3/myAccount/documents');
    for (const { id, type } of body.data as { id: string; type: string }[]) {
      const form = new FormData();
      form.set('type', type);
      form.set('documentFile', new Blob(['file'], { type: 'image/png' }), 'file.png');
      await ana('POST', `/v3/myAccount/documents/${id}`, form);
    }
    await running.settle();
    return ana('GET', '/v3/myAccount/documents');
  };
  const rejected = await sendAll();
  expect(rejected.body).toMatchObject({
    rejectReasons: 'Foto ilegível',
    data: [{ status: 'REJECTED' }, {}, {}],
  });
  running.simulator.switches.rejectDocuments = null;
  expect((await sendAll()).body).toMatchObject({
    rejectReasons: null,
    data: [{ status: 'APPROVED' }, {}, {}],
  });
  const link = await started({ switches: { onboardingUrl: 'https://provedor.example/onboarding' } });
  const { body: other } = await link.root('POST', '/v3/accounts', ANA);
  const { body } = await link.as(String(other.apiKey))('GET', '/v3/myAccount/documents');
  expect(body.data).toMatchObject([{ onboardingUrl: 'https://provedor.example/onboarding' }, {}, {}]);
});

test('subscribed events come in order, each once, with the token', async () => {
  const running = await started();
  const { received } = await listening(running);
  await approved(running);
  await running.root('POST', '/v3/transfers', pix);
  await running.settle();
  expect(received.map(({ event }) => event)).toEqual(EVENTS);
  expect(received.every((event) => event.token === token && event.id.startsWith('evt_'))).toBe(true);
  expect(received.map(({ body }) => (body.transfer as { status: string }).status)).toEqual([
    ...['PENDING', 'PENDING', 'BANK_PROCESSING', 'DONE'],
  ]);
});

test('an event is sent again until it is answered 200, and later events wait', async () => {
  const running = await started();
  const { received } = await listening(running, { answer: (_, times) => (times < 3 ? 202 : 200) });
  await running.root('POST', '/v3/transfers', pix);
  await running.settle();
  expect(received.map(({ event }) => event)).toEqual(EVENTS.flatMap((event) => [event, event, event]));
});

test('after fifteen failures in a row a webhook is interrupted; once resumed, it delivers every event', async () => {
  const running = await started({ switches: { retryMs: 1, maxRetryMs: 1 } });
  let status = 500;
  const { received, id } = await listening(running, { answer: () => status });
  await running.root('POST', '/v3/transfers', pix);
  await vi.waitFor(async () => {
    const { body } = await running.root('GET', `/v3/webhooks/${id}`);
    expect(body.interrupted).toBe(true);
  }, 10_000);
  expect(received).toHaveLength(15);
  status = 200;
  await running.root('PUT', `/v3/webhooks/${id}`, { interrupted: false });
  await running.settle();
  expect(received.slice(15).map(({ event }) => event)).toEqual(EVENTS);
});

test('a restart keeps open transfers and unsent events', async () => {
  const running = await started({ switches: { settleMs: 60_000 } });
  let status = 500;
  const { received } = await listening(running, { answer: () => status });
  const { body } = await running.root('POST', '/v3/transfers', pix);
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(0), 30_000);
  await running.restart();
  expect((await running.root('GET', `/v3/transfers/${body.id}`)).body.status).toBe('PENDING');
  status = 200;
  const before = received.length;
  await running.control('POST', '/simulator/settle', {});
  expect((await running.root('GET', `/v3/transfers/${body.id}`)).body.status).toBe('DONE');
  expect(received.slice(before).map(({ event }) => event)).toEqual(EVENTS);
});

test('the webhook faults deliver duplicated, reordered and forged events', async () => {
  const running = await started({
    faults: { duplicateWebhooks: 2, reorderWebhooks: true, forgedWebhooks: 1, seed: 7 },
  });
  const { received } = await listening(running);
  for (let number = 0; number < 10; number += 1) await running.root('POST', '/v3/transfers', pix);
  await running.settle();
  const genuine = received.filter(({ id }) => received.filter((other) => other.id === id).length === 3);
  expect(genuine).toHaveLength(10 * EVENTS.length * 3);
  const forged = received.filter((event) => !genuine.includes(event));
  expect(forged.filter((event) => event.token !== token)).toHaveLength(40);
  expect(forged.filter((event) => event.token === token)).toHaveLength(40);
  const order = genuine.filter((_, index) => index % 3 === 0).map(({ event }) => event);
  expect(order).not.toEqual(Array.from({ length: 10 }, () => EVENTS).flat());
});
