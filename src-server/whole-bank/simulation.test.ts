/** @module-tag scaled */
import process from 'node:process';
import { afterAll, expect, test } from 'vitest';
import { isProving } from '#db/testing/proof-scale';
import { testEngine } from '#db/testing/test-db';
import { simulate } from '#server/testing/simulation/simulate';

const HOUR_MS = 3_600_000;

/** `npm test` and `.ci/run`: a month; PROVE=1: four months; PROVE=whole: a year of two hundred banks. */
const PLANS = {
  test: { banks: 1, days: 31 },
  landing: { banks: 1, days: 120 },
  whole: { banks: 200, days: 365 },
};
const plan = PLANS[process.env.PROVE === 'whole' ? 'whole' : isProving() ? 'landing' : 'test'];
const count = Number(process.env.SIMULATE_SEEDS ?? plan.banks);
const days = Number(process.env.SIMULATE_DAYS ?? plan.days);
const first = Number(process.env.SIMULATE_FIRST ?? 1);
const seeds = Array.from({ length: count }, (_, place) => ({ seed: first + place }));

const proved: number[] = [];
const sum = { deeds: 0, refusals: 0, unanswered: 0, deaths: 0, storms: 0, held: 0 };

test.for(seeds)(
  'simulated bank $seed, whose process dies and whose provider fails, loses and repeats nothing and ends with nothing open',
  {
    timeout: HOUR_MS,
  },
  async ({ seed }) => {
    const tally = await simulate(seed, days);
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += tally[name];
    expect(tally.deeds - tally.refusals).toBeGreaterThan(days / 2);
    if (days > 60) expect(tally.held).toBeGreaterThan(0);
    proved.push(seed);
  },
);

afterAll(() => {
  const verdict = proved.length === seeds.length ? 'held' : 'NOT HELD';
  console.log(
    `simulation on ${testEngine()}: ${proved.length} of ${count} banks of ${days} days ${verdict}`,
    sum,
  );
});
