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
      await liveDay(world, addDays(FIRST_DAY, day));
      await checkDay(world);
    }
    await calmDown(world);
    await checkEnd(world);
    return world.tally;
  } catch (error) {
    const again = `npm run simulate -- --seed ${seed} --days ${days}`;
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    throw new Error(`seed ${seed}, ${world.today} (${again})\n${why}\n\n${world.trace.join('\n')}`);
  }
}
