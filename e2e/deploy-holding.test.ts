/** @module-tag release */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { expect, test } from 'vitest';
import { findNginx } from '../scripts/machine.mjs';
import { freePort } from './bank.ts';
import { type RunningProxy, startProxy } from './proxy.ts';

/** RFC 9113, 4.1. */
function frame(type: number, flags: number, stream: number, payload = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt16BE((type << 8) | flags, 3);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

const PREFACE = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(4, 0, 0)]);
/** GET https / of localhost (RFC 7541). */
const FIELDS = Buffer.concat([Buffer.from([0x82, 0x87, 0x84, 0x41, 0x09]), Buffer.from('localhost')]);
const [HEADERS, END] = [1, 0x05];

/** Requests of a connection, one after the other. */
function* requestsOf(isHttp2: boolean): Generator<Buffer, never> {
  for (let stream = 1; ; stream += 2)
    yield isHttp2
      ? frame(HEADERS, END, stream, FIELDS)
      : Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
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
