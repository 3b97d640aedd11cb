/** @module-tag postgresInCi */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CONFIRMATION_SECONDS, CONTACT_CODE, CONTRACT_CODE, MAIL_RETRY } from '#domain/limits';
import { queueMail } from './queue-mail.ts';
import { bankFor, pass, rowsOf, write } from './testing/mail-scene.ts';
import { type MailServer, startMailServer } from './testing/mail-server.ts';

let server: MailServer;
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(() => server.stop());

const subjects = () => server.received.map(({ mail }) => mail.subject);

describe('delivery', () => {
  test('messages are delivered once, in order, as text and HTML with accents', async () => {
    const bank = await bankFor(server.url);
    const words = 'Você recebeu R$ 1.234,56 de João Conceição – ação “única” 🏦';
    await write(bank, words, 'joana@exemplo.example');
    for (let index = 0; index < 20; index += 1) await write(bank, `Mensagem ${index}`);
    expect(await pass(bank)).toBe('done');

    expect(subjects()).toEqual([words, ...Array.from({ length: 20 }, (_, index) => `Mensagem ${index}`)]);
    const [first] = server.received;
    expect(first).toMatchObject({ from: 'nao-responda@vale.example', to: ['joana@exemplo.example'] });
    expect(first?.mail).toMatchObject({
      from: { name: 'Banco do Vale', address: 'nao-responda@vale.example' },
      to: [{ address: 'joana@exemplo.example' }],
      date: bank.clock.now().toISOString(),
    });
    expect(first?.mail.text).toContain(`Olá. ${words}.`);
    expect(first?.mail.html).toContain(`Olá. ${words}.`);
    expect(first?.mail.html).toContain('Não responda com senhas');
    expect(first?.raw).toMatch(/^auto-submitted: auto-generated$/im);
    const [row] = await rowsOf(bank);
    expect(first?.mail.messageId).toBe(`<${row?.id}@vale.example>`);
    expect(row).toMatchObject({
      sentAt: bank.clock.now(),
      // The text is erased after sending.
      text: '',
      html: '',
      attempts: 1,
      nextAttemptAt: null,
      lastError: null,
    });

    await pass(bank);
    expect(server.received).toHaveLength(21);
  });

  test('an urgent message that is queued while many others are sent is among the next five', async () => {
    const bank = await bankFor(server.url);
    for (let index = 0; index < 50; index += 1) await write(bank, `Mensagem ${index}`);
    server.onMessage = async () => {
      server.onMessage = () => null;
      await write(bank, 'Código', 'ana@exemplo.example', 0);
      return null;
    };
    await pass(bank);
    expect(subjects().slice(1, 6)).toContain('Código');
    expect(subjects()).toHaveLength(51);
  });

  test('messages are delivered to a server that asks for a password', async () => {
    const strict = await startMailServer({ user: 'banco@vale.example' });
    const bank = await bankFor(strict.url.replace('banco@vale', 'banco%40vale'));
    await write(bank, 'Com senha');
    expect(await pass(bank)).toBe('done');
    expect(strict.received).toHaveLength(1);
    await strict.stop();
  });

  test('a name in a delivered message cannot add a header or a recipient', async () => {
    const bank = await bankFor(server.url);
    const names = [
      'Ana\r\nBcc: espia@x.example',
      'Ana\nX-Forged: 1',
      'Ana\u2028Bcc: espia@x.example',
      'a, b <c@d.example>',
    ];
    for (const name of names) await write(bank, `Olá, ${name}`);
    await pass(bank);
    expect(server.received).toHaveLength(names.length);
    for (const { to, mail } of server.received) {
      expect(to).toEqual(['joana@exemplo.example']);
      expect(mail.bcc ?? []).toEqual([]);
      expect(mail.headers.map(({ key }) => key)).not.toContain('x-forged');
    }
    // An address list is passed on as one address, and refused.
    await write(bank, 'Dois', 'a@x.example, b@y.example');
    await pass(bank);
    expect(server.received).toHaveLength(names.length);
  });
});

describe('a message that the mail server refuses', () => {
  test('a message refused for now is tried again later and arrives once', async () => {
    const bank = await bankFor(server.url);
    await write(bank, 'Teimosa');
    server.onRecipient = () => '451 greylisted, come back later';
    await pass(bank);
    await pass(bank);
    const [row] = await rowsOf(bank);
    expect(row).toMatchObject({
      attempts: 1,
      sentAt: null,
      lastError: expect.stringContaining('greylisted'),
    });
    const waitSeconds = (Number(row?.nextAttemptAt) - bank.clock.real().getTime()) / 1000;
    expect(waitSeconds).toBeGreaterThanOrEqual(48);
    expect(waitSeconds).toBeLessThanOrEqual(72);

    bank.clock.passSeconds(73);
    await pass(bank);
    expect((await rowsOf(bank))[0]).toMatchObject({ attempts: 2, sentAt: null });
    server.onRecipient = () => null;
    bank.clock.passSeconds(145);
    await pass(bank);
    expect(server.received).toHaveLength(1);
    expect((await rowsOf(bank))[0]).toMatchObject({ attempts: 3, sentAt: bank.clock.now(), lastError: null });
  });

  test('a message refused for good is given up at once, and later ones are sent', async () => {
    const bank = await bankFor(server.url);
    server.onRecipient = (address) => (address.startsWith('ninguem') ? '550 no such user' : null);
    await write(bank, 'Para ninguém', 'ninguem@exemplo.example');
    await write(bank, 'Para Joana');
    await pass(bank);
    bank.clock.passSeconds(7 * 24 * 3600);
    await pass(bank);
    expect(subjects()).toEqual(['Para Joana']);
    const [row] = await rowsOf(bank);
    expect(row).toMatchObject({ attempts: 1, sentAt: null, nextAttemptAt: null });
    expect(row?.lastError).toContain('550 no such user');
    expect(bank.logged.join()).toContain('mail given up');
    expect(bank.logged.join()).not.toContain('ninguem');
  });

  test.each([
    ['contact_code', CONTACT_CODE.ttlSeconds],
    ['contract_code', CONTRACT_CODE.ttlSeconds],
    ['payment_code', CONFIRMATION_SECONDS],
  ])(
    'a letter of kind %s that could not be sent for %i seconds is given up, and others are sent',
    async (kind, validSeconds) => {
      const bank = await bankFor(server.url);
      const code = { kind, subject: 'Código', text: 'x', html: 'x', at: bank.clock.now() };
      await bank.db.transaction((tx) => queueMail(tx, { ...code, recipient: 'ana@exemplo.example' }));
      await write(bank, 'Outra');
      server.onRecipient = () => '451 greylisted, come back later';
      bank.clock.passSeconds(validSeconds - 1);
      await pass(bank);
      expect((await rowsOf(bank))[0]).toMatchObject({ attempts: 1, nextAttemptAt: expect.any(Date) });
      server.onRecipient = () => null;
      bank.clock.passSeconds(3600);
      await pass(bank);
      expect(subjects()).toEqual(['Outra']);
      expect((await rowsOf(bank))[0]).toMatchObject({ attempts: 2, sentAt: null, nextAttemptAt: null });
    },
  );

  test('a message refused twelve times is given up', async () => {
    const bank = await bankFor(server.url);
    await write(bank, 'Nunca');
    server.onRecipient = () => '450 busy';
    for (let round = 0; round < MAIL_RETRY.tries + 3; round += 1) {
      await pass(bank);
      bank.clock.passSeconds(8 * 3600);
    }
    expect((await rowsOf(bank))[0]).toMatchObject({
      attempts: MAIL_RETRY.tries,
      sentAt: null,
      nextAttemptAt: null,
    });
  });

  test('an unreachable or unauthorised mail server costs a message no try', async () => {
    const { port } = server;
    await server.stop();
    const bank = await bankFor(server.url);
    await write(bank, 'Primeira');
    await write(bank, 'Segunda');
    for (let round = 0; round < 20; round += 1) expect(await pass(bank)).toBe('unreachable');
    expect((await rowsOf(bank))[0]).toMatchObject({
      attempts: 0,
      lastError: expect.stringContaining('ECONNREFUSED'),
    });
    server = await startMailServer({ port, user: 'outro' });
    expect(await pass(bank)).toBe('unreachable');
    await server.stop();
    server = await startMailServer({ port });
    expect(await pass(bank)).toBe('done');
    expect(subjects()).toEqual(['Primeira', 'Segunda']);
    expect((await rowsOf(bank)).map(({ attempts }) => attempts)).toEqual([1, 1]);
  });
});
