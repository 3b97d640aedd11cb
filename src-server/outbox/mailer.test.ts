import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { engineOf } from '#db/engine';
import { isStandIn } from '#db/testing/test-db';
import { test } from '#server/testing/bank-test';
import type { TestBank } from '#server/testing/test-bank';
import { startMailer } from './mailer.ts';
import { bankFor, FROM, pass, rowsOf, unsent, write } from './testing/mail-scene.ts';
import { type MailServer, startMailServer } from './testing/mail-server.ts';

const WORKER = fileURLToPath(new URL('./testing/mail-worker.ts', import.meta.url));

let server: MailServer;
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(() => server.stop());

const subjects = () => server.received.map(({ mail }) => mail.subject);
const ids = () => server.received.map(({ mail }) => mail.messageId);

describe('the worker', () => {
  test('the mail worker sends new messages, waits for an unreachable server, and stops when told to', async () => {
    const { port } = server;
    await server.stop();
    const bank = await bankFor(server.url);
    const mailer = startMailer(bank, { pollMs: 10 });
    await write(bank, 'Antes');
    await vi.waitFor(() => expect(bank.logged.join()).toContain('unreachable'), 120_000);
    server = await startMailServer({ port });
    await vi.waitFor(() => expect(subjects()).toEqual(['Antes']), 120_000);
    await write(bank, 'Depois');
    await vi.waitFor(() => expect(subjects()).toEqual(['Antes', 'Depois']), 120_000);
    await mailer.stop();
    await write(bank, 'Tarde demais');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(subjects()).toEqual(['Antes', 'Depois']);
    expect((await rowsOf(bank)).map(({ sentAt }) => sentAt === null)).toEqual([false, false, true]);
  });

  test('a stopped mail worker finishes the current message and begins no other', async () => {
    const bank = await bankFor(server.url);
    await write(bank, 'Em curso');
    await write(bank, 'A seguinte');
    let answer = () => {};
    server.onMessage = () => new Promise((resolve) => (answer = () => resolve(null)));
    const mailer = startMailer(bank, { pollMs: 10 });
    await vi.waitFor(() => expect(server.received).toHaveLength(1), 120_000);
    const stopped = mailer.stop();
    answer();
    await stopped;
    expect(subjects()).toEqual(['Em curso']);
    expect((await rowsOf(bank)).map(({ sentAt }) => sentAt === null)).toEqual([false, true]);
  });

  test('two mail workers send each message once', async () => {
    const bank = await bankFor(server.url);
    for (let index = 0; index < 40; index += 1) await write(bank, `Mensagem ${index}`);
    const mailers = [startMailer(bank, { pollMs: 5 }), startMailer(bank, { pollMs: 5 })];
    await vi.waitFor(async () => expect(await unsent(bank)).toBe(0), 120_000);
    await Promise.all(mailers.map((mailer) => mailer.stop()));
    expect(server.received).toHaveLength(40);
    expect(new Set(subjects()).size).toBe(40);
  });

  test('the mail worker sends nothing without a configured mail server', async ({ bank }) => {
    await write(bank, 'Local');
    const mailer = startMailer(bank, { pollMs: 5 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await mailer.stop();
    expect((await rowsOf(bank))[0]).toMatchObject({ sentAt: null, attempts: 0 });
  });
});

// The stand-in serves one connection; a process needs another.
describe.skipIf(isStandIn())('processes', () => {
  const startWorker = (bank: TestBank) =>
    spawn(process.execPath, ['--import', 'tsx', WORKER], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: engineOf(bank.db).url,
        SMTP_URL: server.url,
        MAIL_FROM: FROM,
      },
      stdio: 'inherit',
    });

  test('a message of a killed mail process is sent again with the same message id', async () => {
    const bank = await bankFor(server.url);
    await write(bank, 'Interrompida');
    // The server has the message, and the process dies before the answer.
    server.onMessage = () => new Promise(() => {});
    const worker = startWorker(bank);
    await vi.waitFor(() => expect(server.received).toHaveLength(1), 120_000);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    server.onMessage = () => null;

    const [row] = await rowsOf(bank);
    expect(row).toMatchObject({ attempts: 1, sentAt: null });
    const leaseEndsAt = Number(row?.nextAttemptAt);
    bank.clock.set(new Date(leaseEndsAt - 1000).toISOString());
    await pass(bank);
    expect(server.received).toHaveLength(1);
    bank.clock.set(new Date(leaseEndsAt).toISOString());
    await pass(bank);
    expect(server.received).toHaveLength(2);
    expect(new Set(ids()).size).toBe(1);
    expect((await rowsOf(bank))[0]).toMatchObject({ attempts: 2, sentAt: bank.clock.now() });
  });

  test('two mail processes send each message once', async () => {
    const bank = await bankFor(server.url);
    for (let index = 0; index < 60; index += 1) await write(bank, `Mensagem ${index}`);
    const workers = [startWorker(bank), startWorker(bank)];
    await vi.waitFor(async () => expect(await unsent(bank)).toBe(0), 120_000);
    for (const worker of workers) {
      worker.kill('SIGKILL');
      await once(worker, 'exit');
    }
    expect(server.received).toHaveLength(60);
    expect(new Set(ids()).size).toBe(60);
  });
});
