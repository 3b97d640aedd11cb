/** @module-tag release */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { expect, test } from 'vitest';
import { findNginx } from '../scripts/machine.mjs';
import { freePort } from './bank.ts';
import { getRequest, PREFACE } from './http2-frames.ts';
import { type RunningProxy, startProxy } from './proxy.ts';

/** Requests of a connection, one after the other. */
function* requestsOf(isHttp2: boolean): Generator<Buffer, never> {
  for (let stream = 1; ; stream += 2)
    yield isHttp2 ? getRequest(stream, '/') : Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
}

const HALF = 12;
const EACH_MS = 5_000;

/** The seconds until it is closed, though a request of it has always begun: the next one begins in the packet that ends one. */
async function secondsHeld(socket: Socket, isHttp2 = false): Promise<number> {
  const openedAtMs = performance.now();
  const closed = new Promise<'closed'>((resolve) => {
    socket
      .on('error', () => {})
      .resume()
      .once('close', () => resolve('closed'));
  });
  if (isHttp2) socket.write(PREFACE);
  let rest: Buffer = Buffer.alloc(0);
  for (const request of requestsOf(isHttp2)) {
    socket.write(Buffer.concat([rest, request.subarray(0, HALF)]));
    rest = request.subarray(HALF);
    if ((await Promise.race([sleep(EACH_MS), closed])) === 'closed') break;
  }
  return (performance.now() - openedAtMs) / 1000;
}

function connectionsTo({ origin, plainOrigin, ca }: RunningProxy): Promise<number>[] {
  const [port, plainPort] = [origin, plainOrigin].map((one) => Number(new URL(one).port));
  const tls = { host: '127.0.0.1', port: port ?? 0, servername: 'localhost', ca };
  return [
    secondsHeld(connect(plainPort ?? 0, '127.0.0.1')),
    secondsHeld(connectTls(tls)),
    secondsHeld(connectTls({ ...tls, ALPNProtocols: ['h2'] }), true),
  ];
}

test.runIf(findNginx() !== null)(
  'no connection is kept for much longer than a minute by a client that always begins another request',
  async () => {
    const proxy = await startProxy([await freePort(), await freePort()]);
    const held = await Promise.all(connectionsTo(proxy)).finally(proxy.stop);
    for (const seconds of held) {
      expect(seconds).toBeGreaterThan(55);
      expect(seconds).toBeLessThan(100);
    }
  },
);
