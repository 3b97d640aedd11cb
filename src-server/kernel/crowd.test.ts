import { beforeEach, expect, test } from 'vitest';
import { CROWDED_PROCESS } from '#domain/network-limits';
import { type CrowdKind, crowdOf, crowdRestMs, forgetTaken, noteTaken } from './crowd.ts';

const { least, leastOfVisitors, rememberedMs } = CROWDED_PROCESS;

const at = (person: string, network = 'network 0') => ({ network, who: `${person} at ${network}`, person });

function took(taker: ReturnType<typeof at>, ms: number, nowMs?: number): void {
  for (let leftMs = ms; leftMs > 0; leftMs -= 50) noteTaken(taker, Math.min(leftMs, 50), nowMs);
}

beforeEach(forgetTaken);

/** After what is noted as of earlier. */
function flood(): void {
  for (let place = 0; place < 80; place += 1)
    took(at(`flood of ${place}`, `network ${place}`), 1.7 * least * rememberedMs);
}

test('an office in which somebody signs in each second waits for no visitors of a crowd', () => {
  const office = at('visitors of the office', 'office');
  took(office, 0.9 * leastOfVisitors * rememberedMs);
  took(at('many colleagues', 'office'), 500);
  const home = at('visitors of the home', 'home');
  took(home, 200);
  flood();
  expect([crowdOf(home, 'visits'), crowdOf(office, 'visits')]).toEqual(['visits', null]);
});

test('of a strained thread who calls a little on and on takes turns', () => {
  const agoMs = performance.now() - 20_000;
  took(at('script'), 150, agoMs);
  took(at('script at home', 'home'), 150, agoMs);
  took(at('colleague'), 20);
  flood();
  expect(crowdOf(at('script'), 'calls', 1)).toBeNull();
  expect(crowdOf(at('script'), 'calls', 1.1)).toBe('steady');
  expect(crowdOf(at('script'), 'outside', 1.1)).toBe('outside');
  for (const kind of ['visits', 'ending'] as const) expect(crowdOf(at('script'), kind, 8)).toBeNull();
  expect(crowdOf(at('script at home', 'home'), 'calls', 8)).toBeNull();
  expect(crowdOf(at('colleague'), 'calls', 8)).toBeNull();
  expect(crowdOf(at('flood of 0'), 'calls', 8)).toBe('calls');
});

test('a long PDF does not hold the other calls of its customer for as long as it took', () => {
  noteTaken(at('ana'), 3_000, performance.now() - 23_000);
  flood();
  expect(crowdOf(at('ana'), 'calls', 1)).toBeNull();
});

test('the more a thread strains the longer those rest who took much, and sign-ins and whoever ends access do not', () => {
  const rest = (kind: CrowdKind, strain: number) => crowdRestMs(kind, 10, 0, strain);
  expect(rest('calls', 4)).toBe(4 * rest('calls', 1));
  expect(rest('steady', 8)).toBe(2 * rest('steady', 1));
  for (const kind of ['visits', 'ending'] as const) expect(rest(kind, 8)).toBe(rest(kind, 1));
});
