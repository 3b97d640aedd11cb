import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testBank } from '#server/testing/test-bank';
import { queueMail } from './queue-mail.ts';
import { sendDue } from './send-due.ts';
import { openSms } from './sms.ts';
import { rowsOf } from './testing/mail-scene.ts';

const got: { body: string; bearer: string | undefined }[] = [];
let status = 202;
const gateway = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    got.push({ body, bearer: request.headers.authorization });
    response.writeHead(status).end();
  });
});

beforeEach(() => new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve)));
afterEach(() => {
  got.length = 0;
  status = 202;
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
