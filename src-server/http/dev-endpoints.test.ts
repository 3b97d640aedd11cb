import { describe, expect } from 'vitest';
import { queueMail } from '#server/outbox/queue-mail';
import { test } from '#server/testing/bank-test';
import { type TestBank, testBank } from '#server/testing/test-bank';
import { createApp } from './app.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  APP_ORIGIN: 'https://bank.example',
  APP_KEYS: `1:${Buffer.alloc(32).toString('base64')}`,
  TRUST_PROXY: 'none',
};

const appOf = (bank: TestBank) => createApp(bank, { clientFolder: 'no-such-folder' });

const postClock = (app: ReturnType<typeof appOf>, body: string) =>
  app.request('/dev/clock', { method: 'POST', body, headers: { 'content-type': 'application/json' } });

const write = (bank: TestBank, subject: string) =>
  bank.db.transaction((tx) =>
    queueMail(tx, {
      kind: 'test',
      recipient: 'joana@exemplo.com.br',
      subject,
      text: 'Olá <b>Joana</b>',
      html: `<h1>${subject}</h1><script>alert(1)</script>`,
      at: bank.clock.now(),
    }),
  );

describe('POST /dev/clock', () => {
  test('POST /dev/clock moves the date and does the daily run of each day passed', async ({ bank }) => {
    const days: string[] = [];
    bank.registry.dailySteps.push({
      name: 'step',
      run: async (_, day) => void days.push(`${day} ${bank.clock.today()}`),
    });
    const app = appOf(bank);
    const answer = await postClock(app, '{"advanceDays":2}');
    expect([answer.status, await answer.json()]).toEqual([200, { today: '2026-03-12' }]);
    expect(days).toEqual(['10', '11', '12'].map((day) => `2026-03-${day} 2026-03-${day}`));
    expect(await (await postClock(app, '{"advanceDays":0}')).json()).toEqual({ today: '2026-03-12' });
    expect(days).toHaveLength(3);
  });

  test('POST /dev/clock logs each day, and streams a line per day to a client that accepts NDJSON', async ({
    bank,
  }) => {
    bank.registry.dailySteps = [];
    const app = appOf(bank);
    const lines = async (body: object) => {
      const headers = { 'content-type': 'application/json', accept: 'application/x-ndjson' };
      const answer = await app.request('/dev/clock', { method: 'POST', body: JSON.stringify(body), headers });
      expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
      return (await answer.text()).split('\n').map((line) => (line === '' ? '' : JSON.parse(line)));
    };
    expect(await lines({ advanceDays: 2, advanceMinutes: 1 })).toEqual([
      { today: '2026-03-11', daysDone: 1, daysAsked: 2 },
      { today: '2026-03-12', daysDone: 2, daysAsked: 2 },
      { today: '2026-03-12' },
      '',
    ]);
    expect(bank.logged.filter((line) => line.includes("the bank's day is done"))).toHaveLength(2);
    bank.registry.dailySteps = [{ name: 'step', run: () => Promise.reject(new Error('the disk is full')) }];
    expect(await lines({ advanceDays: 2 })).toEqual([expect.objectContaining({ code: 'INTERNAL' }), '']);
    expect(bank.logged.join()).toContain('the disk is full');
  });

  test('two concurrent POST /dev/clock add up and miss no day', async ({ bank }) => {
    const days: string[] = [];
    bank.registry.dailySteps.push({ name: 'step', run: async (_, day) => void days.push(day) });
    const app = appOf(bank);
    const answers = await Promise.all(['3', '4'].map((count) => postClock(app, `{"advanceDays":${count}}`)));
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([
      { today: '2026-03-13' },
      { today: '2026-03-17' },
    ]);
    expect(days).toEqual(['10', '11', '12', '13', '14', '15', '16', '17'].map((day) => `2026-03-${day}`));
  });

  test('POST /dev/clock moves by minutes and does the daily run of each day that has begun', async () => {
    const bank = await testBank();
    const days: string[] = [];
    bank.registry.dailySteps.push({
      name: 'step',
      run: async (_, day) => void days.push(`${day} ${bank.clock.today()}`),
    });
    const app = appOf(bank);
    const move = async (body: object) => (await postClock(app, JSON.stringify(body))).json();
    // From noon to 23:59, then past midnight.
    expect(await move({ advanceMinutes: 719 })).toEqual({ today: '2026-03-10' });
    expect(days).toEqual(['2026-03-10 2026-03-10']);
    expect(await move({ advanceMinutes: 1 })).toEqual({ today: '2026-03-11' });
    expect(await move({ advanceDays: 1, advanceMinutes: 1440 })).toEqual({ today: '2026-03-13' });
    expect(days).toEqual(['10', '11', '12', '13'].map((day) => `2026-03-${day} 2026-03-${day}`));
    expect(bank.clock.now().toISOString()).toBe('2026-03-13T03:00:00.000Z');
    expect(bank.clock.real().toISOString()).toBe('2026-03-10T15:00:00.000Z');
  });

  test.each([
    '{}',
    '{"advanceMinutes":-1}',
    '{"advanceMinutes":1441}',
    '{"advanceMinutes":0.5}',
    '{"advanceDays":"1","advanceMinutes":1}',
    '{"advanceDays":-1}',
    '{"advanceDays":401}',
    '{"advanceDays":1.5}',
    '{"advanceDays":"1"}',
    '[]',
    '{',
  ])('POST /dev/clock refuses %s', async (body) => {
    const bank = await testBank();
    const answer = await postClock(appOf(bank), body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: expect.stringMatching(/VALIDATION|MALFORMED_BODY/) });
    expect(bank.clock.today()).toBe('2026-03-10');
  });
});

describe('GET /dev/mailbox', () => {
  test('GET /dev/mailbox lists e-mails, newest first, as JSON and as a page', async ({ bank }) => {
    const app = appOf(bank);
    expect(await (await app.request('/dev/mailbox')).text()).toContain('Nenhuma mensagem ainda.');
    await write(bank, 'Primeira');
    bank.clock.passSeconds(60);
    await write(bank, 'Segunda <script>');
    const json = await app.request('/dev/mailbox', { headers: { accept: 'application/json' } });
    expect(await json.json()).toEqual({
      messages: ['Segunda <script>', 'Primeira'].map((subject, index) => ({
        to: 'joana@exemplo.com.br',
        subject,
        text: expect.stringMatching(/^Olá <b>Joana<\/b>\n\n-- \nValeBank/),
        html: expect.stringContaining(`<h1>${subject}</h1><script>alert(1)</script>`),
        at: index === 0 ? '2026-03-10T15:01:00.000Z' : '2026-03-10T15:00:00.000Z',
      })),
    });
    const page = await (await app.request('/dev/mailbox')).text();
    expect(page.indexOf('Segunda &lt;script&gt;')).toBeLessThan(page.indexOf('Primeira'));
    expect(page).toContain('Para joana@exemplo.com.br');
    expect(page).not.toContain('<script>');
  });

  test('GET /dev/mailbox opens an e-mail, with its HTML sandboxed at its own address', async ({ bank }) => {
    const app = appOf(bank);
    await write(bank, 'Primeira');
    const list = await (await app.request('/dev/mailbox')).text();
    const href = /href="(\/dev\/mailbox\?id=[^"]+)"/.exec(list)?.[1] ?? '';
    const page = await (await app.request(href)).text();
    expect(page).toContain('aria-current="true"');
    expect(page).toContain('Olá &lt;b&gt;Joana&lt;/b&gt;');
    const path = /<iframe [^>]*sandbox="[^"]*" src="(\/dev\/mailbox\/[^"]+)"/.exec(page)?.[1] ?? '';
    const message = await app.request(path);
    expect(await message.text()).toContain('<h1>Primeira</h1>');
    expect(message.headers.get('content-security-policy')).toMatch(
      /^default-src 'none';.*; sandbox allow-popups /,
    );
    expect(message.headers.get('content-security-policy')).not.toMatch(
      /allow-scripts|allow-same-origin|script-src/,
    );
    for (const id of ['none', '%00', '..%2f'])
      expect((await app.request(`/dev/mailbox/${id}`)).status).toBe(404);
    expect((await app.request('/dev/mailbox?id=%00')).status).toBe(200);
  });

  test('GET /dev/mailbox shows the delivery status when there is a mail server', async () => {
    const bank = await testBank({ SMTP_URL: 'smtp://127.0.0.1:1025', MAIL_FROM: 'a@x.example' });
    await write(bank, 'Recusada');
    const { outbox } = bank.db.tables;
    await bank.db.transaction(async (tx) => {
      await tx.update(outbox).set({ attempts: 1, lastError: '550 <ninguém>' });
    });
    await write(bank, 'Nova');
    const list = await (await appOf(bank).request('/dev/mailbox')).text();
    expect(list).toMatch(/Nova[\s\S]*Aguardando envio[\s\S]*Recusada[\s\S]*Não entregue/);
  });
});

test('no /dev endpoint exists in production', async () => {
  const bank = await testBank(PRODUCTION);
  const app = appOf(bank);
  await write(bank, 'Segredo');
  for (const path of ['/dev/mailbox', '/dev/mailbox/style.css', '/dev/clock'])
    expect((await app.request(path)).status, path).toBe(404);
  expect((await postClock(app, '{"advanceDays":1}')).status).toBe(404);
  expect(bank.clock.today()).toBe('2026-03-10');
});

test("the /dev endpoints answer 404 under a host name that is neither the bank's nor loopback", async ({
  bank,
}) => {
  const app = appOf(bank);
  const statusAt = async (origin: string) => (await app.request(`${origin}/dev/mailbox`)).status;
  for (const origin of [
    'http://evil.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
  ])
    expect(await statusAt(origin), origin).toBe(404);
  for (const origin of [
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://[::1]:5173',
    bank.env.APP_ORIGIN,
  ])
    expect(await statusAt(origin), origin).toBe(200);
});
