import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '#domain/date';
import { checkDay, checkEnd } from './check.ts';
import { calmDown, liveDay } from './live.ts';
import { FIRST_DAY, openWorld, type Tally } from './world.ts';

/**
 * Simulates days of a bank with faults and process deaths. Throws the first violation with the command to repeat it.
 */
export async function simulate(seed: number, days: number): Promise<Tally> {
  const world = await openWorld(seed);
  try {
    for (let day = 1; day <= days; day += 1) {
      await withinMinutes(liveDay(world, addDays(FIRST_DAY, day)));
      await checkDay(world);
    }
    await withinMinutes(calmDown(world));
    await checkEnd(world);
    return world.tally;
  } catch (error) {
    const again = `npm run simulate -- --seed ${seed} --days ${days}`;
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    throw new Error(`seed ${seed}, ${world.today} (${again})\n${why}\n\n${world.trace.join('\n')}`);
  }
}

/** Far more than any day takes: what waits longer waits for ever. */
const DAY_MINUTES = 10;

async function withinMinutes(day: Promise<void>): Promise<void> {
  const late = new AbortController();
  const tooLate = sleep(DAY_MINUTES * 60_000, undefined, { signal: late.signal }).then(() => {
    throw new Error(`does not hold: the day ends within ${DAY_MINUTES} minutes`);
  });
  tooLate.catch(() => {});
  await Promise.race([day, tooLate]).finally(() => late.abort());
}
