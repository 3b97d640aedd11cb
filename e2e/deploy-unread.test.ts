/** @module-tag release */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { findNginx } from '../scripts/machine.mjs';
import { freePort } from './bank.ts';
import { getRequest, LONG_FIELD, THAT_FIELD_AGAIN, WIDE_PREFACE } from './http2-frames.ts';
import { type RunningProxy, startProxy } from './proxy.ts';

/** A static file fills what a connection holds of answers in the kernel. */
const FILE = '/assets/reader-BcD3_fGh.js';
const FILES = 4;

async function startBehind() {
  const port = await freePort();
  const server = createServer((_, outgoing) =>
    outgoing
      .writeHead(200, { 'Cache-Control': 'public, max-age=31536000' })
      .end(Buffer.alloc(2_000_000, 'x')),
  ).listen(port, '127.0.0.1');
  const proxy = await startProxy([port, await freePort()]);
  onTestFinished(async () => {
    await proxy.stop();
    server.close();
  });
  return proxy;
}

async function unread({ origin, ca }: RunningProxy): Promise<TLSSocket> {
  const port = Number(new URL(origin).port);
  const socket = connectTls({ host: '127.0.0.1', port, servername: 'localhost', ca, ALPNProtocols: ['h2'] });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  socket.pause();
  socket.write(WIDE_PREFACE);
  for (let file = 0; file < FILES; file += 1) socket.write(getRequest(2 * file + 1, FILE));
  return socket;
}

/** Resident memory of nginx's workers, in kB. */
const memoryOf = ({ pid }: RunningProxy): number =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .map((worker) => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${worker}/status`, 'utf8'))?.[1]))
    .reduce((sum, kb) => sum + kb, 0);

const CONNECTIONS = 20;
const REQUESTS = 150;

test.runIf(findNginx() !== null)(
  'a client that reads no answers takes less than a megabyte of nginx’s memory with each connection',
  async () => {
    const proxy = await startBehind();
    await proxy.ask(FILE);
    const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => unread(proxy)));
    await sleep(1_000);
    const before = memoryOf(proxy);
    for (const socket of sockets)
      for (let request = 0; request < REQUESTS; request += 1)
        socket.write(
          getRequest(2 * (FILES + request) + 1, '/dev/x', request === 0 ? LONG_FIELD : THAT_FIELD_AGAIN),
        );
    await sleep(2_000);
    const grownKb = memoryOf(proxy) - before;
    expect(grownKb / CONNECTIONS).toBeLessThan(1_000);
  },
);

test.runIf(findNginx() !== null)(
  'requests without TLS for files that do not exist write nothing to the disk',
  async () => {
    const proxy = await startBehind();
    const before = proxy.logBytes();
    for (let round = 0; round < 100; round += 1)
      expect((await fetch(`${proxy.plainOrigin}/.well-known/acme-challenge/${round}`)).status).toBe(404);
    expect(proxy.logBytes()).toBe(before);
  },
);
