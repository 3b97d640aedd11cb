import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { KEPT_FREE } from '#db/postgres';
import { MAX_CONNECTIONS } from '#db/postgres-pool';
import { CALLS_PER_CALLER } from '#domain/limits';
import { codeOf } from '#server/testing/refusal-of';
import { inCallerPlace } from './caller-places.ts';

const { underWay: MOST, waiting: MOST_WAITING, waitSeconds } = CALLS_PER_CALLER;
const ANA = { who: 'ana', network: null };

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

test('few calls of one caller run at a time, the others in order, and another caller does not wait', async () => {
  const { opened, open } = gate();
  const begun: number[] = [];
  const calls = Array.from({ length: MOST + 3 }, (_, number) =>
    inCallerPlace(ANA, undefined, async () => {
      begun.push(number);
      await opened;
      return number;
    }),
  );
  expect(await inCallerPlace({ who: 'bruno', network: null }, undefined, async () => 'done')).toBe('done');
  await turns(2 * MOST);
  expect(begun).toEqual(Array.from({ length: MOST }, (_, number) => number));
  open();
  expect(await Promise.all(calls)).toEqual(Array.from({ length: MOST + 3 }, (_, number) => number));
  expect(begun).toEqual(Array.from({ length: MOST + 3 }, (_, number) => number));
});

test('a call that fails gives its place back', async () => {
  for (let turn = 0; turn < MOST * 2; turn += 1)
    await expect(inCallerPlace(ANA, undefined, () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
  expect(await inCallerPlace(ANA, undefined, async () => 'done')).toBe('done');
});

test('a call beyond the longest queue is refused, and one whose client hung up while waiting is not run', async () => {
  const { opened, open } = gate();
  const gone = new AbortController();
  const served: string[] = [];
  const running = Array.from({ length: MOST }, () => inCallerPlace(ANA, undefined, () => opened));
  const left = inCallerPlace(ANA, gone.signal, async () => served.push('left'));
  const waiting = Array.from({ length: MOST_WAITING - 1 }, () => inCallerPlace(ANA, undefined, () => opened));
  expect(await codeOf(inCallerPlace(ANA, undefined, async () => served.push('late')))).toBe(
    'TOO_MANY_ATTEMPTS',
  );
  gone.abort();
  open();
  expect(await codeOf(left)).toBe('BUSY');
  await Promise.all([...running, ...waiting]);
  expect(served).toEqual([]);
});

test('each call that waited begins in its own turn of the event loop, so that others are served between them', async () => {
  let turn = 0;
  const begunIn: number[] = [];
  const calls = Array.from({ length: MOST * 3 }, () =>
    inCallerPlace(ANA, undefined, async (hasWaited) => {
      if (hasWaited) begunIn.push(turn);
    }),
  );
  const all = Promise.all(calls).then(() => true);
  while (!(await Promise.race([all, nextTurn(false)]))) turn += 1;
  expect(begunIn).toHaveLength(MOST * 2);
  expect(new Set(begunIn).size).toBeGreaterThan(1);
});

test('a call that has waited too long is refused and not run, and a later one still gets its place', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { opened, open } = gate();
  const served: string[] = [];
  const running = Array.from({ length: MOST }, () => inCallerPlace(ANA, undefined, () => opened));
  const late = codeOf(inCallerPlace(ANA, undefined, async () => served.push('late')));
  vi.advanceTimersByTime(waitSeconds * 1000);
  expect(await late).toBe('TOO_MANY_ATTEMPTS');
  const next = inCallerPlace(ANA, undefined, async () => served.push('next'));
  open();
  await Promise.all([...running, next]);
  vi.advanceTimersByTime(waitSeconds * 1000);
  expect(served).toEqual(['next']);
});

test('the accounts of one network have few places together, and another network does not wait', async () => {
  const { opened, open } = gate();
  let running = 0;
  const calls = Array.from({ length: 10 * MOST }, (_, place) =>
    inCallerPlace({ who: `user ${place % 10}`, network: 'office' }, undefined, () => {
      running += 1;
      return opened;
    }),
  );
  expect(await inCallerPlace({ who: 'carla', network: 'home' }, undefined, async () => 'done')).toBe('done');
  await turns(10 * MOST);
  expect(running).toBe(CALLS_PER_CALLER.underWayPerNetwork);
  open();
  await Promise.all(calls);
  expect(running).toBe(10 * MOST);
});

test('however many calls of one network come at once, one begins per turn of the event loop, and another network waits for one', async () => {
  let turn = 0;
  const begunIn: number[] = [];
  const call = (who: string, network: string) =>
    inCallerPlace({ who, network }, undefined, async () => {
      if (network === 'office') begunIn.push(turn);
      return turn;
    });
  const crowd = Promise.all(Array.from({ length: 12 }, (_, place) => call(`user ${place}`, 'office')));
  const home = call('carla', 'home');
  const all = Promise.all([crowd, home]).then(() => true);
  while (!(await Promise.race([all, nextTurn(false)]))) turn += 1;
  expect(begunIn).toHaveLength(12);
  expect(new Set(begunIn).size).toBe(12);
  expect(await home).toBe(begunIn[0]);
});

test('the calls of one network under way leave connections of PostgreSQL to others', () => {
  expect(CALLS_PER_CALLER.underWayPerNetwork).toBeLessThan(MAX_CONNECTIONS - KEPT_FREE);
});

const PACE = { name: 'network home', burst: 30, perSecond: 30, share: 1 };

test('beyond a burst the calls of one network begin at an even pace, whoever makes them, and others do not wait', async () => {
  const { burst, perSecond } = PACE;
  const later = perSecond / 2;
  const call = (place: number, name: string) =>
    inCallerPlace(
      { who: `caller ${place}`, network: name, pace: { ...PACE, name } },
      undefined,
      async () => 'done',
    );
  const startedAtMs = performance.now();
  const msSince = () => performance.now() - startedAtMs;
  for (let place = 0; place < burst; place += 1) await call(place, 'network home');
  const burstMs = msSince();
  const rest = Array.from({ length: later }, (_, place) => call(place, 'network home'));
  await call(0, 'network office');
  const othersMs = msSince();
  await Promise.all(rest);
  expect(msSince()).toBeGreaterThan((1000 * (later - 2)) / perSecond);
  expect(othersMs - burstMs).toBeLessThan((1000 * (later - 2)) / perSecond);
});

test('calls that their pace delays take none of the caller’s places elsewhere, and delay others of their network little', async () => {
  for (let call = 0; call < MOST_WAITING; call += 1)
    inCallerPlace({ who: 'ana', network: 'home', pace: PACE }, undefined, async () => {}).catch(() => {});
  const startedAtMs = performance.now();
  expect(await inCallerPlace({ who: 'ana', network: 'office' }, undefined, async () => 'done')).toBe('done');
  expect(performance.now() - startedAtMs).toBeLessThan(1000);
  expect(
    await inCallerPlace({ who: 'bruno', network: 'home', pace: PACE }, undefined, async () => 'done'),
  ).toBe('done');
  expect(performance.now() - startedAtMs).toBeLessThan(2000);
});
