import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { CONTACT_CODE, MAIL_RETRY } from '#domain/limits';
import { type TestBank, testBank } from '#server/testing/test-bank';
import { queueMail } from './queue-mail.ts';
import { sendDue } from './send-due.ts';
import { openSms } from './sms.ts';
import { rowsOf } from './testing/mail-scene.ts';

const got: { body: string; bearer: string | undefined }[] = [];
let status = 202;
/** What happens in place of an answer once an SMS is there. */
let onSms: ((socket: Socket) => void) | null = null;
const gateway = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    got.push({ body, bearer: request.headers.authorization });
    if (onSms) onSms(request.socket);
    else response.writeHead(status, { location: `http://${request.headers.host}/sms` }).end();
  });
});

beforeEach(() => new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve)));
afterEach(() => {
  got.length = 0;
  status = 202;
  onSms = null;
  return new Promise((resolve) => gateway.close(resolve));
});

test('an SMS goes only to the gateway, with the gateway token, and its text is then erased', async () => {
  const { port } = gateway.address() as AddressInfo;
  const bank = await testBank({ SMS_URL: `http://127.0.0.1:${port}/sms`, SMS_TOKEN: 'segredo-do-gateway' });
  const at = bank.clock.now();
  const message = { kind: 'test', subject: 'SMS', text: 'Olá', html: '', at };
  await bank.db.transaction(async (tx) => {
    await queueMail(tx, { ...message, channel: 'sms', recipient: '11987654321' });
    await queueMail(tx, { ...message, html: '<p>Olá</p>', recipient: 'ana@correio.example' });
  });
  expect(await sendDue(bank, openSms(bank.env))).toBe('done');
  const [sms, mail] = await rowsOf(bank);
  expect(got).toEqual([
    {
      body: JSON.stringify({ id: `<${sms?.id}@localhost>`, to: '+5511987654321', text: 'Olá' }),
      bearer: 'Bearer segredo-do-gateway',
    },
  ]);
  expect([sms?.sentAt, sms?.text, mail?.sentAt]).toEqual([at, '', null]);
});

test('an SMS that is refused for good is given up, and one that cannot be sent now waits', async () => {
  const { port } = gateway.address() as AddressInfo;
  const bank = await testBank({ SMS_URL: `http://127.0.0.1:${port}/sms` });
  const send = async (answer: number) => {
    status = answer;
    const message = {
      channel: 'sms' as const,
      kind: 'test',
      recipient: '11987654321',
      subject: 'SMS',
      text: 'Olá',
      html: '',
    };
    await bank.db.transaction((tx) => queueMail(tx, { ...message, at: bank.clock.now() }));
    await sendDue(bank, openSms(bank.env));
    return (await rowsOf(bank)).at(-1);
  };
  expect(await send(400)).toMatchObject({ attempts: 1, nextAttemptAt: null, sentAt: null });
  expect(await send(503)).toMatchObject({ attempts: 1, nextAttemptAt: expect.any(Date), sentAt: null });
});

/** A bank in whose outbox are SMS to these numbers. */
async function bankWith(url: string, recipients: readonly string[], kind = 'test'): Promise<TestBank> {
  const bank = await testBank({ SMS_URL: url });
  const message = { kind, channel: 'sms' as const, subject: 'SMS', text: 'Olá', html: '' };
  await bank.db.transaction(async (tx) => {
    for (const recipient of recipients) await queueMail(tx, { ...message, recipient, at: bank.clock.now() });
  });
  return bank;
}

const ourUrl = () => `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/sms`;
const gotTo = () => got.map(({ body }) => (JSON.parse(body) as { to: string }).to);

describe('a gateway that has an SMS and does not say so', () => {
  const NUMBERS = ['11911111111', '11922222222'];

  test.each([
    ['closes the connection', (socket: Socket) => void socket.destroy()],
    ['resets the connection', (socket: Socket) => void socket.resetAndDestroy()],
    ['says something else', (socket: Socket) => void socket.end('olá')],
    ['says nothing until the deadline', (_: Socket, passed: AbortController) => passed.abort()],
  ])('one that %s gets it at each counted try only, and the others meanwhile', async (_case, instead) => {
    const bank = await bankWith(ourUrl(), NUMBERS);
    let deadline = new AbortController();
    onSms = (socket) => instead(socket, deadline);
    const sms = openSms(bank.env, () => {
      deadline = new AbortController();
      return deadline.signal;
    });
    for (let turn = 0; turn < 3; turn += 1) expect(await sendDue(bank, sms)).toBe('done');
    expect(gotTo()).toEqual(['+5511911111111', '+5511922222222']);
    expect(await rowsOf(bank)).toMatchObject(Array(2).fill({ attempts: 1, sentAt: null }));
    for (let turn = 0; turn < MAIL_RETRY.tries + 3; turn += 1) {
      bank.clock.passSeconds(8 * 3600);
      await sendDue(bank, sms);
    }
    expect(got).toHaveLength(2 * MAIL_RETRY.tries);
    expect(new Set(got.map(({ body }) => body)).size).toBe(2);
  });

  test('one that redirects is not followed, and the SMS waits', async () => {
    const bank = await bankWith(ourUrl(), NUMBERS);
    status = 307;
    for (let turn = 0; turn < 3; turn += 1) expect(await sendDue(bank, openSms(bank.env))).toBe('done');
    expect(gotTo()).toEqual(['+5511911111111', '+5511922222222']);
    expect(await rowsOf(bank)).toMatchObject(Array(2).fill({ attempts: 1, nextAttemptAt: expect.any(Date) }));
  });
});

describe('a gateway that cannot have an SMS costs it no try', () => {
  const sent = async (url: string) => {
    const bank = await bankWith(url, ['11911111111']);
    for (let turn = 0; turn < 3; turn += 1)
      expect(await sendDue(bank, openSms(bank.env))).toBe('unreachable');
    return (await rowsOf(bank))[0];
  };

  test('when its name is unknown, nothing listens or no TLS is spoken', async () => {
    const closed = createTcpServer((socket) => void socket.destroy());
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void closed.close());
    const { port } = closed.address() as AddressInfo;
    for (const url of ['http://sms.invalid/', 'http://127.0.0.1:1/', `https://127.0.0.1:${port}/`])
      expect(await sent(url), url).toMatchObject({ attempts: 0, sentAt: null });
  });

  test('when it shows no certificate', async () => {
    const tls = createTlsServer({}, () => expect.unreachable());
    await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void tls.close());
    const { port } = tls.address() as AddressInfo;
    expect(await sent(`https://127.0.0.1:${port}/`)).toMatchObject({ attempts: 0, sentAt: null });
  });
});

test('a code that has expired is not sent but given up', async () => {
  const bank = await bankWith(ourUrl(), ['11911111111'], 'contact_code_sms');
  status = 503;
  await sendDue(bank, openSms(bank.env));
  bank.clock.passSeconds(CONTACT_CODE.ttlSeconds - 1);
  await sendDue(bank, openSms(bank.env));
  expect((await rowsOf(bank))[0]).toMatchObject({ attempts: 2, nextAttemptAt: expect.any(Date) });
  status = 202;
  bank.clock.passSeconds(3600);
  await sendDue(bank, openSms(bank.env));
  expect(got).toHaveLength(2);
  expect((await rowsOf(bank))[0]).toMatchObject({ sentAt: null, nextAttemptAt: null, attempts: 3 });
  expect((await rowsOf(bank))[0]?.lastError).toContain('expired');
});
