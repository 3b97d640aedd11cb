import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { engineOf } from '#db/engine';
import { forRequest } from '#db/request-db';
import { Asker, ShedError } from '#db/shed';
import { openRaw } from '#db/testing/raw';
import { names, put } from '#db/testing/scratch';
import { testEngine } from '#db/testing/test-db';
import { createApp } from '#server/http/app';
import { bankOfRequest } from '#server/http/bank-of-request';
import { type Doorkeeper, newDoorkeeper } from '#server/http/doorkeeper';
import type { HttpEnv } from '#server/http/http';
import { type Listening, type ListenOptions, listen } from '#server/http/listen';
import { Vestibule } from '#server/http/vestibule';
import { WEBHOOK_HEADER, webhookToken } from '#server/onboarding/webhook-token';
import { joana } from '#server/testing/http-caller';
import { testBank } from '#server/testing/test-bank';
import { freePort } from '../../e2e/bank.ts';

const opened: Listening[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function serve(app: Hono<HttpEnv>, options: ListenOptions = {}): Promise<number> {
  const port = await freePort();
  opened.push(await listen(app, '127.0.0.1', port, options));
  return port;
}

/** A doorkeeper that admits everybody and keeps their sockets. */
function guestBook() {
  const sockets: Socket[] = [];
  const doorkeeper: Doorkeeper = {
    arrived: () => {},
    receive: ({ socket }, _, serve) => {
      sockets.push(socket);
      serve();
    },
  };
  return { sockets, doorkeeper };
}

const isComplaint = ({ level }: { level: string }) => ['warn', 'error', 'fatal'].includes(level);

function spin(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

const connected = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
};

describe('a client that hangs up', () => {
  test('a body that its client leaves half-sent is refused, and is no fault of the server', async () => {
    const bank = await testBank();
    const { sockets, doorkeeper } = guestBook();
    const port = await serve(createApp(bank, { clientFolder: 'none' }), { doorkeeper });
    const head = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    for (const rest of [
      'Content-Length: 900\r\n\r\n{"docu',
      'Transfer-Encoding: chunked\r\n\r\n6\r\n{"docu\r\n',
    ]) {
      const socket = await connected(port);
      socket.write(head + rest);
      await vi.waitFor(() => expect(sockets).toHaveLength(1));
      socket.destroy();
      await vi.waitFor(() => expect(bank.logged.join('')).toContain('"path":"/api/auth/login"'));
      sockets.length = 0;
      const lines = bank.logged.splice(0).map((line) => JSON.parse(line));
      expect(lines.filter(isComplaint)).toEqual([]);
      expect(lines.find(({ path }) => path === '/api/auth/login').status).toBe(400);
    }
  });

  test.runIf(testEngine() === 'sqlite')(
    'a request whose client hangs up before its turn is not begun',
    async () => {
      const bank = await testBank();
      const other = await openRaw(engineOf(bank.db).url);
      const { sockets, doorkeeper } = guestBook();
      const port = await serve(createApp(bank, { clientFolder: 'none' }), { doorkeeper });
      const body = JSON.stringify({ document: joana.cpf, password: joana.password });
      try {
        await other.run('BEGIN IMMEDIATE');
        const socket = await connected(port);
        socket.write(
          `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        );
        await vi.waitFor(() => expect(engineOf(bank.db).waiting()).toBe(1));
        socket.destroy();
        await vi.waitFor(() => expect(sockets[0]?.destroyed).toBe(true));
        await other.run('COMMIT');
        await vi.waitFor(() => expect(engineOf(bank.db).shed().left).toBe(1));
      } finally {
        await other.close();
      }
      // An attempt would have been counted.
      expect(await bank.db.$count(bank.db.tables.attempts)).toBe(0);
      expect(bank.logged.map((line) => JSON.parse(line)).filter(isComplaint)).toEqual([]);
    },
  );

  test('a request that has called the payment provider is completed after its client has hung up', async () => {
    const bank = await testBank();
    const own = bankOfRequest(bank, () => true);
    const before = own.db.transaction((tx) => put(tx, 'before').then(() => {}));
    await expect(before).rejects.toBeInstanceOf(ShedError);
    expect((await own.provider.root.balance()).kind).toBe('unreached');
    await own.db.transaction((tx) => put(tx, 'after').then(() => {}));
    expect(await names(bank.db)).toEqual(['after']);
  });
});

describe('a client that reads slowly', () => {
  const large = new Uint8Array(64 * 1024 * 1024);

  test.each([
    ['an answer given as one body', (c: { body(bytes: Uint8Array): Response }) => c.body(large)],
    [
      'a streamed answer',
      (c: { body(bytes: ReadableStream): Response }) =>
        c.body(
          new ReadableStream(
            { pull: (controller) => controller.enqueue(large.subarray(0, 65_536)) },
            { highWaterMark: 0 },
          ),
        ),
    ],
  ])('a client that reads nothing of %s is disconnected', async (_, answer) => {
    const { sockets, doorkeeper } = guestBook();
    const app = new Hono<HttpEnv>().get('/', (c) => answer(c as never));
    const port = await serve(app, { doorkeeper, stallMs: 300 });
    const socket = await connected(port);
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await vi.waitFor(() => expect(sockets[0]?.destroyed).toBe(true), { timeout: 30_000 });
    socket.destroy();
  });

  test('a client that waits for a slow answer is not disconnected', async () => {
    const app = new Hono<HttpEnv>().get('/', async (c) => {
      await sleep(400);
      return c.text('done');
    });
    const port = await serve(app, { stallMs: 60 });
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('done');
  });

  test('a client that pauses and continues gets the whole answer', async () => {
    const app = new Hono<HttpEnv>().get('/', (c) => c.body(large));
    const port = await serve(app, { stallMs: 60_000 });
    const socket = await connected(port);
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    await sleep(100);
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
    socket.resume();
    await once(socket, 'close');
    expect(bytes).toBeGreaterThan(large.length);
  });
});

describe('the acceptance of connections', () => {
  test.runIf(testEngine() === 'sqlite')(
    "while the queue is too long, writing requests other than the provider's events are refused at once",
    { tags: ['prove'] },
    async () => {
      const bank = await testBank({}, { batchSize: 1 });
      const { db } = bank;
      const app = createApp(bank, { clientFolder: 'none' });
      const port = await serve(app, { doorkeeper: newDoorkeeper(bank, new Vestibule()) });
      const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
        fetch(`http://127.0.0.1:${port}${path}`, {
          method,
          ...(method === 'POST' && {
            headers: { 'content-type': 'application/json', ...headers },
            body: '{}',
          }),
        });
      await db.transaction(async () => spin(50));
      const other = await openRaw(engineOf(db).url);
      await other.run('BEGIN IMMEDIATE');
      let haveLeft = false;
      const crowd = Array.from({ length: 50 }, () =>
        forRequest(db, new Asker(() => haveLeft)).transaction(async () => {}),
      );
      try {
        const refused = await ask('POST', '/api/transfers');
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
        expect(await refused.json()).toMatchObject({
          code: 'BUSY',
          error: expect.stringMatching(/Tente novamente/),
        });
        const rpc = await ask('POST', '/trpc/account.transfer');
        expect(rpc.status).toBe(503);
        expect(await rpc.json()).toMatchObject({
          error: { json: { data: { code: 'BUSY', httpStatus: 503, retryAfterSeconds: 2 } } },
        });
        expect((await ask('GET', '/api/accounts')).status).toBe(401);
        expect((await ask('GET', '/healthz')).status).toBe(200);
        expect((await ask('POST', '/api/asaas/webhook')).status).toBe(503);
        const event = await ask('POST', '/api/asaas/webhook', { [WEBHOOK_HEADER]: webhookToken(bank) });
        expect(event.status).toBe(400);
        const metrics = await (await ask('GET', '/metrics')).text();
        expect(metrics).toMatch(/requests_shed_total\{at="door",reason="line"\} [1-9]/);
        expect(metrics).toMatch(/requests_shed_total\{at="line",reason="late"\} 0/);
        expect(metrics).toMatch(/database_wait_seconds\{to="write"\} [2-9]/);
        expect(bank.logged.filter((line) => line.includes('answered BUSY'))).toHaveLength(1);
      } finally {
        haveLeft = true;
        await other.run('COMMIT');
        await other.close();
        await Promise.allSettled(crowd);
      }
      expect((await ask('POST', '/api/transfers')).status).toBe(401);
    },
  );

  test('a hundred concurrent slow requests are all accepted', { tags: ['prove'] }, async () => {
    const bank = await testBank();
    const app = new Hono<HttpEnv>().get('/', (c) => {
      // The last one waits over two seconds, but behind too few to count as a rush.
      spin(25);
      return c.text('done');
    });
    const port = await serve(app, { doorkeeper: newDoorkeeper(bank, new Vestibule()) });
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async () => (await fetch(`http://127.0.0.1:${port}/`)).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
