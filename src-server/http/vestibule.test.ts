import { type IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { WEBHOOK_HEADER, WEBHOOK_PATH, webhookToken } from '#server/onboarding/webhook-token';
import { testBank } from '#server/testing/test-bank';
import { freePort } from '../../e2e/bank.ts';
import { newDoorkeeper, turnedAway } from './doorkeeper.ts';
import type { HttpEnv } from './http.ts';
import { listen } from './listen.ts';
import { Vestibule } from './vestibule.ts';

function spin(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

const waiting = (serve: () => void, turnAway = () => {}) => ({ serve, turnAway });

test('a request without load is served at once', () => {
  const vestibule = new Vestibule();
  let served = 0;
  for (let request = 0; request < 32; request += 1) vestibule.enter(waiting(() => (served += 1)));
  expect(served).toBe(32);
  expect(vestibule.waitMs).toBe(0);
});

test('under load a fixed number of requests is served in each turn of the event loop, in order', async () => {
  const vestibule = new Vestibule();
  const served: number[] = [];
  for (let request = 0; request < 100; request += 1) vestibule.enter(waiting(() => served.push(request)));
  const counts: number[] = [];
  while (served.length < 100) {
    counts.push(served.length);
    await nextTurn();
  }
  expect(counts).toContain(64);
  expect(served).toEqual(Array.from({ length: 100 }, (_, request) => request));
});

test('a request that would wait too long is refused at once, and its next try is delayed', async () => {
  const bank = await testBank();
  const vestibule = new Vestibule();
  const { receive } = newDoorkeeper(bank, vestibule);
  const ask = (method: string, url: string, socket = new Socket(), headers: IncomingHttpHeaders = {}) => {
    const incoming = Object.assign(new IncomingMessage(socket), { method, url, headers });
    const outgoing = new ServerResponse(incoming);
    let isServed = false;
    receive(incoming, outgoing, () => (isServed = true));
    return { status: outgoing.statusCode, statusNow: () => outgoing.statusCode, isServed: () => isServed };
  };
  let eachMs = 6;
  let refusedMeanwhile = 0;
  const crowd = waiting(
    () => spin(eachMs),
    () => (refusedMeanwhile += 1),
  );
  for (let request = 0; request < 700; request += 1) vestibule.enter(crowd);
  // The wait is not measured yet, so this request queues.
  const last = ask('GET', '/api/accounts');
  expect([last.status, last.isServed()]).toEqual([200, false]);
  while (refusedMeanwhile === 0) await nextTurn();
  expect(refusedMeanwhile).toBeGreaterThan(100);
  expect(last.statusNow()).toBe(503);
  for (let request = 0; request < 400; request += 1) vestibule.enter(crowd);
  const before = turnedAway.line;
  eachMs = 0;
  const socket = new Socket();
  expect(ask('GET', '/api/accounts', socket).status).toBe(503);
  expect(ask('POST', '/trpc/account.transfer').status).toBe(503);
  expect(turnedAway.line - before).toBe(2);
  expect(ask('GET', '/healthz').isServed()).toBe(true);
  const event = (token: string) =>
    ask('POST', `${WEBHOOK_PATH}?x=1`, new Socket(), { [WEBHOOK_HEADER]: token });
  expect(event(webhookToken(bank)).isServed()).toBe(true);
  expect(event(webhookToken(bank).toUpperCase()).status).toBe(503);
  const impatient = ask('GET', '/api/accounts', socket);
  expect(impatient.isServed()).toBe(false);
  expect(impatient.status).toBe(200);
  while (vestibule.waitMs > 0) await nextTurn();
  await vi.waitFor(() => expect(impatient.isServed()).toBe(true), { timeout: 30_000 });
});

test('an endless stream of new connections leaves more than half of the time for serving', async () => {
  const vestibule = new Vestibule();
  let acceptingMs = 0;
  let lastMs = performance.now();
  const startedAtMs = lastMs;
  while (lastMs - startedAtMs < 1_000) {
    vestibule.arrived();
    spin(0.3);
    await nextTurn();
    const nowMs = performance.now();
    if (vestibule.untilCalm) acceptingMs += nowMs - lastMs;
    lastMs = nowMs;
  }
  expect(acceptingMs / (lastMs - startedAtMs)).toBeLessThan(0.5);
});

test('connections that come together are accepted before the first of them is served', async () => {
  const bank = await testBank();
  const vestibule = new Vestibule();
  const counted = { arrived: 0, whenServed: [] as number[] };
  const door = newDoorkeeper(bank, vestibule);
  const app = new Hono<HttpEnv>().get('/', (c) => {
    counted.whenServed.push(counted.arrived);
    return c.text('done');
  });
  const port = await freePort();
  const listening = await listen(app, '127.0.0.1', port, {
    doorkeeper: {
      receive: door.receive,
      arrived: () => {
        counted.arrived += 1;
        door.arrived();
      },
    },
  });
  const sockets = Array.from({ length: 64 }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return socket;
  });
  await vi.waitFor(() => expect(counted.whenServed).toHaveLength(64), { timeout: 30_000 });
  for (const socket of sockets) socket.destroy();
  await listening.close();
  // One connection is accepted per turn: without the vestibule the first was served after one or two.
  expect(counted.whenServed[0]).toBeGreaterThan(16);
});
