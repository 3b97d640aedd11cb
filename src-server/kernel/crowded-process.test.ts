import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { CALLS_PER_CALLER } from '#domain/limits';
import { CALLS_PER_NETWORK, CROWDED_PROCESS } from '#domain/network-limits';
import { forgetCallers, inCallerPlace } from './caller-places.ts';
import { type CrowdKind, noteTaken, type Taker } from './crowd.ts';

beforeEach(forgetCallers);

const { from, least, rememberedMs, places } = CROWDED_PROCESS;
const { underWay, share } = places.calls;
const NETWORKS = Array.from({ length: 40 }, (_, place) => `network ${place}`);

const took = ({ network, who, person = who }: Omit<Taker, 'person'> & Partial<Taker>, ms: number): void => {
  for (let leftMs = ms; leftMs > 0; leftMs -= 50) noteTaken({ network, who, person }, Math.min(leftMs, 50));
};

/** Each took more than its fair part of the process, and the level of a moment before, which calls of other tests may have asked for, is over. */
async function crowd(): Promise<void> {
  for (const network of NETWORKS)
    took({ network, who: `somebody at ${network}` }, 1.7 * least * rememberedMs);
  await sleep(110);
}

type Given = { who?: string; person?: string; crowd?: CrowdKind };

const call = <Done>(
  network: string,
  run: () => Promise<Done>,
  { who = `somebody at ${network}`, person = who, crowd = 'calls' }: Given = {},
) =>
  inCallerPlace(
    {
      who,
      person,
      network,
      pace: { name: network, ...CALLS_PER_NETWORK.others, crowd },
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
      { crowd: 'outside' },
    ),
  );
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();
  expect(running).toBe(places.outside.underWay);
  expect(await call('network 0', async () => 'done')).toBe('done');
  open();
  await Promise.all(waiting);
});

test('so do visits, for which many who take much do not wait behind the calls of accounts', async () => {
  await crowd();
  const { held, hold, open } = holding();
  const waiting = NETWORKS.map((network) => hold(network, {}));
  await turns(30);
  expect(held.running).toBe(underWay);
  took({ network: 'office', who: 'visitors of the office' }, share * rememberedMs);
  const visit = { who: 'visitors of the office', crowd: 'visits' } as const;
  expect(await call('office', async () => 'done', visit)).toBe('done');
  const visits = NETWORKS.map((network) => hold(network, { crowd: 'visits' }));
  await turns(30);
  expect(held.running).toBeGreaterThan(underWay);
  expect(held.running).toBeLessThanOrEqual(underWay + places.visits.underWay);
  open();
  await Promise.all([...waiting, ...visits]);
});

/** Until `open`. */
function holding() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const held = { running: 0, refused: 0 };
  const hold = (network: string, given: Given) =>
    call(
      network,
      () => {
        held.running += 1;
        return opened;
      },
      given,
    ).catch(() => {
      held.refused += 1;
    });
  return { held, hold, open: () => open() };
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

test('who takes little waits for none of the calls of their network that wait with the crowd, however many', async () => {
  await crowd();
  took({ network: 'network 0', who: 'another at network 0' }, (1.25 * from * rememberedMs) / NETWORKS.length);
  const { held, hold, open } = holding();
  const crowded = ['somebody at network 0', 'another at network 0'].flatMap((who) =>
    [1, 2, 3, 4].map(() => hold('network 0', { who })),
  );
  await turns(30);
  expect(held.running).toBe(underWay);
  expect(await call('network 0', async () => 'done', { who: 'a colleague' })).toBe('done');
  open();
  await Promise.all(crowded);
});

test('one account that calls from many networks takes what one person may', async () => {
  await crowd();
  for (const network of NETWORKS)
    for (const person of ['ana', 'bia'])
      took(
        { network, who: `${person} at ${network}`, person },
        0.2 * CROWDED_PROCESS.leastOfPerson * rememberedMs,
      );
  const { held, hold, open } = holding();
  const crowded = NETWORKS.flatMap((network) =>
    ['ana', 'bia'].map((person) => hold(network, { who: `${person} at ${network}`, person })),
  );
  await turns(30);
  expect(held.running).toBe(underWay);
  open();
  await Promise.all(crowded);
});

test('whose cookie is used in many networks goes before those who use it', async () => {
  await crowd();
  const person = 'ana';
  for (const network of NETWORKS) took({ network, who: `ana at ${network}`, person }, 100);
  took({ network: 'office', who: 'ana at office', person }, 3);
  took({ network: 'office', who: 'many colleagues' }, 500);
  const ended: string[] = [];
  const note = (network: string) =>
    call(network, async () => void ended.push(network), { who: `ana at ${network}`, person });
  await Promise.all([...NETWORKS, 'office'].map(note));
  expect(ended.indexOf('office')).toBeLessThanOrEqual(underWay);
});

test('visitors of many addresses of one home count as one, and an office’s go before them', async () => {
  const home = [...Array(40).keys()].map((place) => ({
    who: `visitors of home/64 ${place}`,
    person: 'home',
  }));
  const office = { who: 'visitors of the office', person: 'office' };
  const ended: string[] = [];
  const visit = (network: string, given: Given, ms = 0) =>
    call(
      network,
      async () => {
        thinkFor(ms);
        ended.push(network);
      },
      { ...given, crowd: 'visits' },
    );
  for (const given of home) await visit('home', given, 4);
  await visit('office', office, 90);
  took({ network: 'office', who: 'many colleagues' }, 500);
  await crowd();
  ended.length = 0;
  await Promise.all([...home.map((given) => visit('home', given)), visit('office', office)]);
  expect(ended.indexOf('office')).toBeLessThanOrEqual(places.visits.underWay);
});

test('when as many wait as may, one who took less than others is not refused for them', async () => {
  await crowd();
  for (const network of NETWORKS)
    for (const place of [1, 2, 3, 4]) took({ network, who: `${place} at ${network}` }, 150);
  took({ network: 'office', who: 'a colleague' }, 80);
  took({ network: 'office', who: 'others' }, 100);
  const { held, hold, open } = holding();
  const crowded = NETWORKS.flatMap((network) =>
    [1, 2, 3, 4].flatMap((place) => [1, 2, 3, 4].map(() => hold(network, { who: `${place} at ${network}` }))),
  );
  await turns(100);
  const { refused } = held;
  expect(refused).toBe(crowded.length - CALLS_PER_CALLER.waiting - underWay);
  const colleague = call('office', async () => 'done', { who: 'a colleague' });
  await turns(10);
  open();
  expect(await colleague).toBe('done');
  expect(held.refused).toBeGreaterThan(refused);
  forgetCallers();
});

test('of those that wait the network that took least goes first', async () => {
  await crowd();
  took({ network: 'customer', who: 'somebody at customer' }, 1.3 * least * rememberedMs);
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
