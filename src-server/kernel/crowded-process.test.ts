import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { CALLS_PER_NETWORK, CROWDED_PROCESS } from '#domain/network-limits';
import { forgetCallers, inCallerPlace, noteTaken } from './caller-places.ts';
import { FairTime } from './fair-time.ts';

beforeEach(forgetCallers);

const { least, rememberedMs, underWay, share } = CROWDED_PROCESS;
const NETWORKS = Array.from({ length: 40 }, (_, place) => `network ${place}`);

/** Each took twice its fair part of the process, and the level of a moment before, which calls of other tests may have asked for, is over. */
async function crowd(): Promise<void> {
  for (const network of NETWORKS)
    noteTaken(network, `somebody at ${network}`, (2 * share * rememberedMs) / NETWORKS.length);
  await sleep(110);
}

type Given = { who?: string; waitsOutside?: boolean };

const call = <Done>(
  network: string,
  run: () => Promise<Done>,
  { who = `somebody at ${network}`, waitsOutside }: Given = {},
) =>
  inCallerPlace(
    {
      who,
      network,
      pace: { name: network, ...CALLS_PER_NETWORK.others, waitsOutside: waitsOutside === true },
    },
    undefined,
    run,
  );

/** Blocks the thread. */
function thinkFor(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

test('of forty networks that took more than is fair few calls run at once, and a customer elsewhere does not wait for them', async () => {
  let running = 0;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const held = () => {
    running += 1;
    return opened;
  };
  const fill = () => Promise.all(NETWORKS.map((network) => call(network, held)));
  const before = fill();
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();
  expect(running).toBe(NETWORKS.length);
  await crowd();
  running = 0;
  const attack = fill();
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();
  expect(running).toBe(underWay);
  expect(await call('network of a customer', async () => 'done')).toBe('done');
  // In an office many take little each.
  expect(await call('network 0', async () => 'done', { who: 'a colleague' })).toBe('done');
  expect(running).toBe(underWay);
  open();
  await Promise.all([before, attack]);
  expect(running).toBe(NETWORKS.length);
});

test('their calls that wait for somebody outside the bank are held too, in places of their own', async () => {
  await crowd();
  let running = 0;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const waiting = NETWORKS.map((network) =>
    call(
      network,
      () => {
        running += 1;
        return opened;
      },
      { waitsOutside: true },
    ),
  );
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();
  expect(running).toBe(CROWDED_PROCESS.outside.underWay);
  expect(await call('network 0', async () => 'done')).toBe('done');
  open();
  await Promise.all(waiting);
});

test('of those that wait the network that took least goes first', async () => {
  await crowd();
  noteTaken('customer', 'somebody at customer', 1.5 * least * rememberedMs);
  const ended: string[] = [];
  const note = (network: string) => call(network, async () => void ended.push(network));
  await Promise.all([...NETWORKS, 'customer'].map(note));
  expect(ended.indexOf('customer')).toBeLessThanOrEqual(underWay);
});

test('their places rest after each call, so that they leave a part of the process to others', async () => {
  await crowd();
  const begun = performance.eventLoopUtilization();
  await Promise.all(NETWORKS.map((network) => call(network, async () => thinkFor(5))));
  expect(performance.eventLoopUtilization(begun).utilization).toBeLessThan(0.8);
});

test('their places rest after the cheapest call too, since what surrounds it also takes time', async () => {
  await crowd();
  const beganAtMs = performance.now();
  await Promise.all(NETWORKS.map((network) => call(network, async () => 'done')));
  const restMs = (CROWDED_PROCESS.besidesMs * underWay) / share;
  const roundsThatRest = Math.ceil(NETWORKS.length / underWay) - 1;
  // Timers may fire a millisecond early.
  expect(performance.now() - beganAtMs).toBeGreaterThan(roundsThatRest * (restMs - 1));
});

test('who takes much of a process that is not crowded, or little of one that is, takes what is fair', () => {
  const T = 1e9;
  const time = new FairTime(least);
  time.note('office', 0.2 * rememberedMs, T);
  expect(time.isAbove('office', T)).toBe(false);
  for (let place = 0; place < 100; place += 1) time.note(`one of many ${place}`, 2 * least * rememberedMs, T);
  time.note('customer', 0.9 * least * rememberedMs, T);
  expect([time.isAbove('office', T + 200), time.isAbove('one of many 7', T + 200)]).toEqual([true, true]);
  expect([time.isAbove('customer', T + 200), time.isAbove('stranger', T + 200)]).toEqual([false, false]);
  expect(time.isAbove('office', T + 10 * rememberedMs)).toBe(false);
});
