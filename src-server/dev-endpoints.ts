import type { Hono } from 'hono';
import { z } from 'zod';
import { advance } from '#server/clock';
import type { Bank } from '#server/context';
import { serveMailbox } from '#server/dev-mailbox';
import { type HttpEnv, refusalResponse } from '#server/http';
import { runDueDays } from '#server/jobs/daily-run';
import { jsonObject } from '#server/request-body';

const MAX_DAYS = 400;

const clockSchema = z.object({
  advanceDays: z
    .int({ error: `advanceDays deve ser um número inteiro de 0 a ${MAX_DAYS}` })
    .min(0, { error: `advanceDays deve ser um número inteiro de 0 a ${MAX_DAYS}` })
    .max(MAX_DAYS, { error: `advanceDays deve ser um número inteiro de 0 a ${MAX_DAYS}` }),
});

/**
 * What makes a demonstration and a test possible; never served in production. `POST /dev/clock {advanceDays}` moves the
 * bank's date and answers `{today}` once the daily runs of each day passed are done. `GET /dev/mailbox` shows the e-mail.
 */
export function serveDevEndpoints(app: Hono<HttpEnv>, bank: Bank): void {
  const moveClock = inTurn((days: number) => advanceDayByDay(bank, days));
  app.post('/dev/clock', async (c) => {
    try {
      const { advanceDays } = clockSchema.parse(jsonObject(c.get('body')));
      return c.json({ today: await moveClock(advanceDays) });
    } catch (error) {
      return refusalResponse(c, error);
    }
  });
  serveMailbox(app, bank);
}

/** Calls of one process follow one another: two moves at a time would mix up the days. */
function inTurn<Input, Output>(work: (input: Input) => Promise<Output>): (input: Input) => Promise<Output> {
  let last: Promise<unknown> = Promise.resolve();
  return (input) => {
    const done = last.then(() => work(input));
    last = done.catch(() => {});
    return done;
  };
}

async function advanceDayByDay(bank: Bank, days: number): Promise<string> {
  for (let day = 0; day < days; day += 1) {
    await runDueDays(bank);
    await advance(bank.db, 1);
    await bank.clock.sync(bank.db);
  }
  await runDueDays(bank);
  return bank.clock.today();
}
