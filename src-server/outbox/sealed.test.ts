import { expect } from 'vitest';
import { createApp } from '#server/http/app';
import { letter } from '#server/outbox/letter';
import { test } from '#server/testing/bank-test';
import { dueIds } from './claim.ts';
import { queueMail } from './queue-mail.ts';
import { queueMessage, receiverOf } from './queue-message.ts';
import { openBody, sealed } from './sealed.ts';
import { bankFor, pass, rowsOf } from './testing/mail-scene.ts';
import { startMailServer } from './testing/mail-server.ts';

const TOKEN = 'tok_3f9a1c';
const message = (body: ReturnType<typeof letter>) => ({
  kind: 'recovery',
  recipient: 'ana@correio.example',
  subject: 'Crie uma nova senha',
  ...body,
});
const withLink = message(
  letter(['Olá, Ana.'], { action: { label: 'Criar', url: `https://banco.example/x?a=1&token=${TOKEN}` } }),
);
const withCode = message(letter(['Olá, Ana.'], { code: 'K7QF3M' }));

test('a message about security is sent before messages about money', async ({
  setup: { bank, ana, bruno },
}) => {
  await ana.call.account.transfer({ accountNumber: bruno.accountNumber, amount: '1.00', description: 'Olá' });
  await bank.db.transaction(async (tx) =>
    queueMessage(tx, bank, 'account_closed', await receiverOf(tx, bruno.user.id), {}),
  );
  const kinds = new Map(
    (await bank.db.select().from(bank.db.tables.outbox)).map(({ id, kind }) => [id, kind]),
  );
  const due = (await dueIds(bank)).map((id) => kinds.get(id));
  expect(due).toEqual(['account_closed', 'transfer_received']);
});

test('a link or code is encrypted in the outbox, can be decrypted for its message only, and arrives readable', async () => {
  const server = await startMailServer();
  const bank = await bankFor(server.url);
  const at = bank.clock.now();
  for (const mail of [withLink, withCode])
    await bank.db.transaction((tx) =>
      queueMail(tx, { ...sealed(bank.keys, mail, { isConfirmed: true }), at }),
    );
  const rows = await rowsOf(bank);
  expect(JSON.stringify(rows)).not.toMatch(/tok_3f9a1c|K7QF3M|token=|Ana\./);
  const [first] = rows;
  if (!first) throw new Error('no message');
  expect(openBody(bank.keys, first)).toEqual({ text: withLink.text, html: withLink.html });
  expect(() => openBody(bank.keys, { ...first, recipient: 'bruno@correio.example' })).toThrow();

  await pass(bank);
  expect(server.received.map(({ mail }) => mail.text)).toEqual([
    expect.stringContaining(TOKEN),
    expect.stringContaining('K7QF3M'),
  ]);
  expect((await rowsOf(bank)).map(({ text, html }) => text + html)).toEqual(['', '']);
  await server.stop();
});

test('an unencrypted link or code is refused; typed text does not count as one', async ({ bank }) => {
  const at = bank.clock.now();
  const write = (mail: typeof withLink) => bank.db.transaction((tx) => queueMail(tx, { ...mail, at }));
  for (const mail of [withLink, withCode]) await expect(write(mail)).rejects.toThrow('sealed first');
  const typed = message(letter(['Descrição: <code>K</code> <a href="https://x.example/?token=1">']));
  await write(typed);
  const [row] = await rowsOf(bank);
  expect(row && openBody(bank.keys, row)).toEqual({ text: typed.text, html: typed.html });
});

test('the local mailbox shows what is encrypted in the outbox', async ({ bank }) => {
  await bank.db.transaction((tx) =>
    queueMail(tx, { ...sealed(bank.keys, withLink, { isConfirmed: true }), at: bank.clock.now() }),
  );
  const app = createApp(bank, { clientFolder: 'no-such-folder' });
  const answer = await app.request('/dev/mailbox', { headers: { accept: 'application/json' } });
  const { messages } = (await answer.json()) as { messages: { text: string }[] };
  expect(messages).toMatchObject([{ text: expect.stringContaining(TOKEN) }]);
});
