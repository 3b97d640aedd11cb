import { Cron } from 'croner';
import type { Bank } from '#server/context';
import { runDueDays } from './daily-run.ts';

/** Shortly after midnight; the bank's date may be days ahead, but its midnight is everybody's. */
const DAILY = '0 5 0 * * *';

/** The jobs of a running process. `stop` lets a run that is under way come to its end. */
export type Scheduler = { stop(): Promise<void> };

/**
 * Runs the days that were missed while no process ran, at once, and then each day shortly after midnight in
 * America/Sao_Paulo. A run that fails is logged and tried again with the next.
 */
export function startScheduler(bank: Bank): Scheduler {
  let running = Promise.resolve();
  const run = (): Promise<void> => {
    running = running
      .then(() => bank.clock.sync(bank.db))
      .then(() => runDueDays(bank))
      .catch((error: unknown) => bank.log.error({ err: error }, 'the daily run failed'));
    return running;
  };
  const daily = new Cron(DAILY, { timezone: 'America/Sao_Paulo' }, run);
  run();
  return {
    stop: () => {
      daily.stop();
      return running;
    },
  };
}
