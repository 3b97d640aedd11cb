import { type IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BATCH_SIZE } from '#db/job-line';
import { CALLS_PER_CALLER } from '#domain/limits';
import { inCallerPlace } from '#server/kernel/caller-places';
import { testBank } from '#server/testing/test-bank';
import { newDoorkeeper } from './doorkeeper.ts';
import { OpenRequests } from './open-requests.ts';
import { Vestibule } from './vestibule.ts';

const { underWay } = CALLS_PER_CALLER;
const ANA = { cookie: 'session=ana' };
const BRUNO = { authorization: 'Bearer bruno' };

test('a caller waits for its own open requests beyond its places, at the pace at which they end', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const open = new OpenRequests();
  const ends = Array.from({ length: underWay + 6 }, () => open.enter(ANA));
  expect(open.waitMs(ANA)).toBe(0);
  for (const end of ends.splice(0, 4)) {
    end();
    vi.advanceTimersByTime(300);
  }
  expect(open.waitMs(ANA)).toBeCloseTo(3 * 300);
  expect(open.waitMs(BRUNO)).toBe(0);
  for (const end of ends) end();
  expect(open.waitMs(ANA)).toBe(0);
});

test('however slow they are, a caller has few open requests, and visitors are not counted', () => {
  const open = new OpenRequests();
  for (let request = 0; request < 4 * underWay; request += 1) open.enter(BRUNO);
  expect(open.waitMs(BRUNO)).toBe(Number.POSITIVE_INFINITY);
  for (const headers of [{}, { cookie: 'x'.repeat(5_000) }]) {
    for (let request = 0; request < 100; request += 1) open.enter(headers);
    expect(open.waitMs(headers)).toBe(0);
  }
});

test('while many callers together overload the bank, the door refuses who already has many requests open', async () => {
  const { receive } = newDoorkeeper(await testBank(), new Vestibule());
  const outgoings: ServerResponse[] = [];
  const ask = (headers: IncomingHttpHeaders) => {
    const incoming = Object.assign(new IncomingMessage(new Socket()), {
      method: 'POST',
      url: '/api/transfers',
      headers,
    });
    const outgoing = new ServerResponse(incoming);
    outgoings.push(outgoing);
    receive(incoming, outgoing, () => {});
    return outgoing.statusCode;
  };
  const many = 4 * underWay;
  for (let request = 0; request < many; request += 1) expect(ask(ANA)).toBe(200);
  expect(ask(ANA)).toBe(200);

  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let begun = 0;
  const crowd = Array.from({ length: BATCH_SIZE }, (_, place) =>
    inCallerPlace({ who: `other ${place}`, network: null }, undefined, () => {
      begun += 1;
      return ended;
    }),
  );
  await vi.waitFor(() => expect(begun).toBe(BATCH_SIZE));
  expect([ask(ANA), ask(BRUNO)]).toEqual([503, 200]);
  for (const outgoing of outgoings) outgoing.emit('close');
  expect(ask(ANA)).toBe(200);
  end();
  await Promise.all(crowd);
  for (let request = 0; request < many; request += 1) expect(ask(ANA)).toBe(200);
});
