/** @module-tag release */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type ClientHttp2Session, connect as connectHttp2, type Settings } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { findNginx } from '../scripts/machine.mjs';
import { REFUSALS } from '../src-server/kernel/refusals.ts';
import { freePort } from './bank.ts';
import { type RunningProxy, startProxy } from './proxy.ts';

const connectTo = ({ origin, ca }: RunningProxy, settings: Settings = {}) =>
  connectHttp2(origin.replace('localhost', '127.0.0.1'), { ca, servername: 'localhost', settings });

describe.runIf(findNginx() !== null)(
  'nginx as deploy/ sets it up, when a process breaks the connection',
  () => {
    test('nginx never repeats a POST that a process may have taken, and repeats a GET', async () => {
      const ports = [await freePort(), await freePort()] as [number, number];
      const got: string[] = [];
      const servers = ports.map((port) =>
        createServer((incoming) => {
          got.push(`${incoming.method}`);
          incoming.resume().once('end', () => incoming.socket.destroy());
        }).listen(port, '127.0.0.1'),
      );
      const proxy = await startProxy(ports);
      try {
        const posted = await proxy.ask('/api/transfers', { method: 'POST', body: '{}' });
        expect([posted.status, JSON.parse(posted.text).code]).toEqual([503, 'UNAVAILABLE']);
        expect(got).toEqual(['POST']);
        got.length = 0;
        await proxy.ask('/api/accounts');
        expect(got).toEqual(['GET', 'GET']);
      } finally {
        await proxy.stop();
        for (const server of servers) server.close();
      }
    });

    test('requests that Node cannot read, and refuses while nginx sends them, keep nobody else out', async () => {
      const ports = [await freePort(), await freePort()] as [number, number];
      const servers = ports.map((port) =>
        createServer((_, outgoing) => outgoing.end('{}')).listen(port, '127.0.0.1'),
      );
      const proxy = await startProxy(ports);
      try {
        const body = Buffer.alloc(3_000_000);
        const unreadable = () =>
          proxy.ask('/api/asaas/documents', { method: 'FOO', body, from: '127.0.0.4' }).catch(() => null);
        const strangers: number[] = [];
        const attack = async () => {
          for (let turn = 0; turn < 25; turn += 1) await unreadable();
        };
        let isOver = false;
        const attacks = Promise.all([attack(), attack(), attack(), attack()]).then(() => (isOver = true));
        while (!isOver) strangers.push((await proxy.ask('/api/accounts')).status);
        await attacks;
        expect(strangers.length).toBeGreaterThan(10);
        expect(strangers.filter((status) => status !== 200)).toEqual([]);
      } finally {
        await proxy.stop();
        for (const server of servers) server.close();
      }
    });
  },
);

describe.runIf(findNginx() !== null)(
  'nginx as deploy/ sets it up, under one address that asks for too much',
  () => {
    test("nginx lets 64 requests of an address run, paces those that come too fast, and refuses the others in the bank's words", async () => {
      const held: ServerResponse[] = [];
      let holds = true;
      const ports = [await freePort(), await freePort()] as [number, number];
      const servers = ports.map((port) =>
        createServer((incoming, outgoing) => {
          if (incoming.url === '/api/slow' && holds) held.push(outgoing);
          else outgoing.end('{}');
        }).listen(port, '127.0.0.1'),
      );
      const proxy = await startProxy(ports);
      const crowd = (path: string, size: number, from: string) =>
        Array.from({ length: size }, () => proxy.ask(path, { from }));
      const statuses = async (answers: Promise<{ status: number }>[]) => {
        const all = (await Promise.all(answers)).map(({ status }) => status);
        return { passed: all.filter((one) => one === 200).length, of: all.length, kinds: new Set(all) };
      };
      try {
        const slow = crowd('/api/slow', 80, '127.0.0.2');
        const first = await Promise.race(slow);
        expect(first).toMatchObject({ status: 429, headers: { 'content-type': 'application/json' } });
        expect(JSON.parse(first.text)).toEqual({
          error: REFUSALS.TOO_MANY_ATTEMPTS.text,
          code: 'TOO_MANY_ATTEMPTS',
        });
        expect(first.headers).toMatchObject({
          'retry-after': '2',
          'strict-transport-security': expect.any(String),
        });
        expect((await proxy.ask('/api/fast', { from: '127.0.0.3' })).status).toBe(200);
        await expect.poll(() => held.length, { timeout: 20_000 }).toBe(64);
        holds = false;
        for (const outgoing of held) outgoing.end('{}');
        expect(await statuses(slow)).toMatchObject({ of: 80, kinds: new Set([200, 429]) });

        const fast = await statuses(crowd('/api/fast', 400, '127.0.0.4'));
        expect(fast.kinds).toEqual(new Set([200, 429]));
        expect(fast.passed).toBeGreaterThanOrEqual(100);
        // Never refused: first visits of one office, and the payment provider after the bank was away.
        for (const [path, from] of [
          ['/assets/index.js', '127.0.0.6'],
          ['/api/asaas/webhook', '127.0.0.7'],
        ] as const)
          expect((await statuses(crowd(path, 400, from))).passed, path).toBe(400);
        for (const [path, from] of [
          ['/trpc/x,y%2f..%2f..%2fapi%2fasaas%2fwebhook?batch=1', '127.0.0.8'],
          ['/api/verify/..%2f..%2fassets%2fx', '127.0.0.9'],
        ] as const)
          expect((await statuses(crowd(path, 400, from))).passed, path).toBeLessThan(400);
        // A client that waits for each answer is not refused, however fast it is.
        for (let turn = 0; turn < 120; turn += 1)
          expect((await proxy.ask('/api/fast', { from: '127.0.0.5' })).status).toBe(200);
      } finally {
        for (const outgoing of held) outgoing.end();
        await proxy.stop();
        for (const server of servers) server.close();
      }
    });

    test('a connection ends after 200 requests: refused ones would cost processor time without end', async () => {
      const port = await freePort();
      const server = createServer((_, outgoing) => outgoing.end('{}')).listen(port, '127.0.0.1');
      const proxy = await startProxy([port, await freePort()]);
      try {
        const connection = connectTo(proxy);
        let answered = 0;
        const ended = once(connection, 'close');
        while (!connection.closed && answered < 300) {
          const stream = connection
            .request({ ':path': '/assets/index.js', ':authority': 'localhost' })
            .resume();
          await once(stream, 'end');
          answered += 1;
        }
        await ended;
        expect(answered).toBe(200);
      } finally {
        await proxy.stop();
        server.close();
      }
    });

    test('an answer that nginx gives before it counts a request needs no window of its client', async () => {
      const port = await freePort();
      const server = createServer((_, outgoing) => outgoing.end('{}')).listen(port, '127.0.0.1');
      const proxy = await startProxy([port, await freePort()]);
      const connections = Array.from({ length: 12 }, () => connectTo(proxy, { initialWindowSize: 0 }));
      const answers: { status: number; isOver: boolean }[] = [];
      const ask = async (connection: ClientHttp2Session, path: string) => {
        const stream = connection.request({ ':path': path, ':authority': 'localhost' }).resume();
        const answer = { status: 0, isOver: false };
        answers.push(answer);
        stream.once('end', () => (answer.isOver = true));
        const [sent] = await once(stream, 'response');
        answer.status = sent[':status'];
      };
      try {
        const own = ['/dev/x', '/metrics', '/.away/json', '/.own/not-found', '/assets/x?1', '/%', '/a%00b'];
        for (const path of own) for (const connection of connections.slice(0, 8)) await ask(connection, path);
        // Those that hold their place are not waited for.
        for (const connection of connections)
          for (let request = 0; request < 30; request += 1) ask(connection, '/api/x').catch(() => {});
        const open = () => answers.filter(({ isOver }) => !isOver).length;
        await expect.poll(open, { timeout: 20_000 }).toBe(64);
        expect(new Set(answers.filter(({ isOver }) => isOver).map(({ status }) => status))).toEqual(
          new Set([400, 404, 429]),
        );
      } finally {
        for (const connection of connections) connection.destroy();
        await proxy.stop();
        server.close();
      }
    });

    test('TLS 1.2 and 1.3 are spoken, whatever nginx around it allows', async () => {
      const proxy = await startProxy([await freePort(), await freePort()]);
      const spoken = async (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') => {
        const { port } = new URL(proxy.origin);
        const only = { minVersion: version, maxVersion: version, ciphers: 'ALL:@SECLEVEL=0' };
        const socket = connectTls({
          port: Number(port),
          host: '127.0.0.1',
          servername: 'localhost',
          ca: proxy.ca,
          ...only,
        });
        const isSpoken = await once(socket, 'secureConnect').then(
          () => true,
          () => false,
        );
        socket.destroy();
        return isSpoken;
      };
      try {
        expect([await spoken('TLSv1.3'), await spoken('TLSv1.2')]).toEqual([true, true]);
        expect(await spoken('TLSv1.1')).toBe(false);
      } finally {
        await proxy.stop();
      }
    });

    test('half a header is kept for ten seconds, on both ports', async () => {
      const proxy = await startProxy([await freePort(), await freePort()]);
      const kept = async (socket: Socket) => {
        const openedAtMs = performance.now();
        socket
          .on('error', () => {})
          .resume()
          .write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
        await new Promise((resolve) => socket.once('close', resolve));
        return Math.round((performance.now() - openedAtMs) / 1_000);
      };
      try {
        const [plain, secure] = [proxy.plainOrigin, proxy.origin].map((origin) =>
          Number(new URL(origin).port),
        );
        const both = [
          connect(plain ?? 0, '127.0.0.1'),
          connectTls({ port: secure ?? 0, host: '127.0.0.1', servername: 'localhost', ca: proxy.ca }),
        ];
        for (const seconds of await Promise.all(both.map(kept))) {
          expect(seconds).toBeGreaterThanOrEqual(9);
          expect(seconds).toBeLessThan(30);
        }
      } finally {
        await proxy.stop();
      }
    });

    test('an address that takes nothing of what it asked for has 512 static files kept for it', async () => {
      const port = await freePort();
      const file = Buffer.alloc(500_000);
      const server = createServer((_, outgoing) => outgoing.end(file)).listen(port, '127.0.0.1');
      const proxy = await startProxy([port, await freePort()]);
      const connections = Array.from({ length: 20 }, () => connectTo(proxy));
      try {
        const statuses = await Promise.all(
          connections.flatMap((connection) =>
            Array.from({ length: 30 }, async () => {
              // Its body is not read, so nginx keeps it.
              const stream = connection.request({ ':path': '/assets/reader.js', ':authority': 'localhost' });
              const [headers] = await once(stream, 'response');
              return headers[':status'];
            }),
          ),
        );
        expect(statuses.filter((status) => status === 200)).toHaveLength(512);
        expect(statuses.filter((status) => status === 429)).toHaveLength(88);
      } finally {
        for (const connection of connections) connection.destroy();
        await proxy.stop();
        server.close();
      }
    });

    test('the access log has a short line for each request that passed, and none for a static file or a refused request', async () => {
      const port = await freePort();
      const server = createServer((_, outgoing) => outgoing.end('{}')).listen(port, '127.0.0.1');
      const proxy = await startProxy([port, await freePort()]);
      try {
        await proxy.ask('/assets/index.js');
        await proxy.ask(`/%01${'x'.repeat(6_000)}?token=secret`, { method: 'M'.repeat(1_000) });
        // nginx logs a request after its answer was sent.
        await expect
          .poll(proxy.accessLog)
          .toMatch(/^127\.0\.0\.1 \S+ "M{7} \/%01x{196} HTTP\/1\.1" 400 .*\n$/);
        await Promise.all(Array.from({ length: 400 }, () => proxy.ask('/api/fast', { from: '127.0.0.4' })));
        const passed = () => proxy.accessLog().match(/\/api\/fast .* 200 /g)?.length;
        await expect.poll(passed).toBeGreaterThanOrEqual(100);
        expect(proxy.accessLog()).not.toContain('" 429 ');
      } finally {
        await proxy.stop();
        server.close();
      }
    });
  },
);
