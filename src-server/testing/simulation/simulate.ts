import { addDays } from '#domain/date';
import { checkDay, checkEnd } from './check.ts';
import { calmDown, liveDay } from './live.ts';
import { FIRST_DAY, openWorld, type Tally } from './world.ts';

/**
 * Lives so many days of a bank: customers, administrators, the daily run and a provider with faults of its own, the process
 * dying between any two commits, all by chances that follow from the seed. Throws the first thing that does not hold, with
 * how to live it again.
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
