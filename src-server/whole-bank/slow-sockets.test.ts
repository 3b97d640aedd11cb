/**
 * @module-tag prove
 * @module-tag processes
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { isRunOnThisEngine, testDatabase } from '#db/testing/test-db';
import { joana } from '#server/testing/http-caller';
import { startBank } from '../../e2e/bank.ts';

const SOCKETS = 1_000;
const PHASES = 5;
const CALLS = 400;
const LANES = 4;
/** A byte now and then keeps each connection alive. */
const DRIP_MS = 250;

/** Where a request stops: at once, within headers, within the body. */
const BEGINNINGS = [
  '',
  'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  'GET /api/accounts HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{',
];

/** A thousand sockets, reopened when the server closes them. */
class Crowd {
  readonly #sockets = new Set<Socket>();
  #isOver = false;
  /** Initial sockets closed by the server, by index. */
  readonly cutOff = new Set<number>();

  constructor(readonly port: number) {
    for (let index = 0; index < SOCKETS; index += 1) this.#open(index);
    void this.#drip();
  }

  get open(): number {
    return [...this.#sockets].filter((socket) => socket.readyState === 'open').length;
  }

  #open(index: number): void {
    const socket = connect(this.port, '127.0.0.1', () =>
      socket.write(BEGINNINGS[index % BEGINNINGS.length] ?? ''),
    );
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.resume();
    socket.once('close', () => {
      this.#sockets.delete(socket);
      if (this.#isOver) return;
      this.cutOff.add(index);
      this.#open(index);
    });
  }

  async #drip(): Promise<void> {
    while (!this.#isOver) {
      await sleep(DRIP_MS);
      for (const socket of this.#sockets) if (socket.bytesWritten > 0) socket.write('x');
    }
  }

  async leave(): Promise<void> {
    this.#isOver = true;
    await Promise.all(
      [...this.#sockets].map((socket) => {
        const closed = once(socket, 'close');
        socket.destroy();
        return closed;
      }),
    );
  }
}

/** Durations of one customer's calls, by lane. */
async function timesOf(origin: string, cookie: string): Promise<number[]> {
  const times: number[] = [];
  const lane = async () => {
    for (let call = 0; call < CALLS / LANES; call += 1) {
      const startedAtMs = performance.now();
      const answer = await fetch(`${origin}/api/accounts`, { headers: { cookie } });
      await answer.text();
      times.push(performance.now() - startedAtMs);
      expect(answer.status).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return times;
}

const p99 = (times: number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;

describe.runIf(isRunOnThisEngine())('a thousand sockets that never finish their request', () => {
  test('a thousand unfinished requests are disconnected, and other callers wait less than twice as long', {
    timeout: 300_000,
  }, async () => {
    const database = await testDatabase();
    const bank = await startBank({ DATABASE_URL: database.url });
    const origin = bank.origin.replace('localhost', '127.0.0.1');
    const registered = await fetch(`${origin}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(joana),
    });
    const cookie = registered.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    await timesOf(origin, cookie);

    const alone: number[] = [];
    const besides: number[] = [];
    for (let phase = 0; phase < PHASES; phase += 1) {
      alone.push(...(await timesOf(origin, cookie)));
      const crowd = new Crowd(Number(new URL(origin).port));
      while (crowd.open < SOCKETS) await sleep(10);
      besides.push(...(await timesOf(origin, cookie)));
      expect(crowd.open).toBeGreaterThan(SOCKETS * 0.9);
      // At the end the server must close each: headers after 10 s, bodies after 30 s.
      if (phase === PHASES - 1)
        await vi.waitFor(() => expect(crowd.cutOff.size).toBe(SOCKETS), { timeout: 60_000, interval: 500 });
      await crowd.leave();
    }
    const ratio = p99(besides) / p99(alone);
    console.log(`slow sockets: p99 of others ${ratio.toFixed(2)} times their own`);
    expect(ratio).toBeLessThan(2);
    await bank.stop();
    await database.drop();
  });
});
