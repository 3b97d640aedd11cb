/** @module-tag release */
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { findNginx } from '../scripts/machine.mjs';
import { REFUSALS } from '../src-server/kernel/refusals.ts';
import { freePort } from './bank.ts';
import { mainPid, unitLine } from './deployed.ts';
import { type RunningProxy, startProxy } from './proxy.ts';

const run = promisify(execFile);
const hasSystemd = spawnSync('systemd-analyze', ['--version'], { stdio: 'ignore' }).status === 0;
if (!hasSystemd) console.log('the proof of the systemd units is SKIPPED: no systemd-analyze on this machine');

const connectTo = ({ origin, ca }: RunningProxy) =>
  connectHttp2(origin.replace('localhost', '127.0.0.1'), { ca, servername: 'localhost' });

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
        // Repeats until nginx uses the failed upstream again.
        await expect
          .poll(async () => {
            got.length = 0;
            await proxy.ask('/api/accounts');
            return got;
          })
          .toEqual(['GET', 'GET']);
      } finally {
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

    test('an address that takes nothing of what it asked for has 512 static files kept for it', async () => {
      const port = await freePort();
      const file = Buffer.alloc(500_000);
      const server = createServer((_, outgoing) => outgoing.end(file)).listen(port, '127.0.0.1');
      const proxy = await startProxy([port, await freePort()]);
      const connections = Array.from({ length: 6 }, () => connectTo(proxy));
      try {
        const statuses = await Promise.all(
          connections.flatMap((connection) =>
            Array.from({ length: 100 }, async () => {
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
        expect(strangers.filter((status) => status !== 200)).toEqual([]);
      } finally {
        await proxy.stop();
        for (const server of servers) server.close();
      }
    });
  },
);

describe.runIf(findNginx() !== null)(
  'nginx as deploy/ sets it up, under many requests from one address',
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
  },
);

test.runIf(findNginx() !== null)(
  'the access log has a short line for each request that passed, and none for a static file or a refused request',
  async () => {
    const port = await freePort();
    const server = createServer((_, outgoing) => outgoing.end('{}')).listen(port, '127.0.0.1');
    const proxy = await startProxy([port, await freePort()]);
    try {
      await proxy.ask('/assets/index.js');
      await proxy.ask(`/%01${'x'.repeat(6_000)}?token=secret`, { method: 'M'.repeat(1_000) });
      // nginx logs a request after its answer was sent.
      await expect.poll(proxy.accessLog).toMatch(/^127\.0\.0\.1 \S+ "M{7} \/%01x{196} HTTP\/1\.1" 400 .*\n$/);
      await Promise.all(Array.from({ length: 400 }, () => proxy.ask('/api/fast', { from: '127.0.0.4' })));
      const passed = () => proxy.accessLog().match(/\/api\/fast .* 200 /g)?.length;
      await expect.poll(passed).toBeGreaterThanOrEqual(100);
      expect(proxy.accessLog()).not.toContain('" 429 ');
    } finally {
      await proxy.stop();
      server.close();
    }
  },
);

describe('the start of the systemd unit', () => {
  const waitFor = async (answer: string, pid = process.pid) => {
    const server = createServer((_, outgoing) => outgoing.writeHead(503).end(answer));
    const port = await freePort();
    if (answer !== '') await new Promise<void>((open) => server.listen(port, '127.0.0.1', open));
    const folder = mkdtempSync(join(tmpdir(), 'valebank-unit-'));
    writeFileSync(join(folder, `draining-${port}`), '');
    try {
      await run('sh', ['-c', unitLine('ExecStartPost', port, folder)], { ...mainPid(pid), timeout: 30_000 });
      return existsSync(join(folder, `draining-${port}`)) ? 'draining' : 'serving';
    } finally {
      server.close();
      rmSync(folder, { recursive: true });
    }
  };

  test('systemd does not end a process that serves with a warning', async () => {
    for (const reason of ['disk-low', 'database-damaged'])
      expect(await waitFor(JSON.stringify({ status: 'unready', reason }))).toBe('serving');
    expect(await waitFor('{"status":"ready"}')).toBe('serving');
  });

  test('systemd does not wait for a process that has ended', async () => {
    const ended = spawnSync('true').pid;
    await expect(waitFor('', ended)).rejects.toMatchObject({ code: 1, killed: false });
  });
});

test.runIf(hasSystemd)("systemd accepts the units of deploy/, and rates the bank's exposure as low", () => {
  const folder = mkdtempSync(join(tmpdir(), 'valebank-units-'));
  try {
    cpSync('deploy', folder, { recursive: true });
    // This machine may have the programs elsewhere.
    const there = (file: string, as: string, programs: Record<string, string>) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const changed = Object.entries(programs).reduce((all, [from, to]) => all.replaceAll(from, to), text);
      writeFileSync(join(folder, as), changed);
      return join(folder, as);
    };
    const units = [
      there('valebank@.service', 'valebank@3001.service', { '/usr/bin/node': process.execPath }),
      there('valebank-copies.service', 'valebank-copies.service', { '/usr/bin/rsync': '/bin/true' }),
      join(folder, 'valebank-copies.timer'),
    ];
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], { encoding: 'utf8' });
    expect({
      said: verified.stderr.split('\n').filter((line) => /valebank/.test(line)),
      ...verified,
    }).toMatchObject({
      said: [],
      status: 0,
    });
    const exposed = ['security', '--offline=true', '--threshold=20', units[0] ?? ''];
    expect(spawnSync('systemd-analyze', exposed, { encoding: 'utf8' })).toMatchObject({ status: 0 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
