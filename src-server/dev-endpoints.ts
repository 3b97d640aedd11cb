import type { Hono } from 'hono';
import { z } from 'zod';
import { Refusal } from '#domain/refusal';
import { advance, type ClockOffset } from '#server/clock';
import type { Bank } from '#server/context';
import { serveMailbox } from '#server/dev-mailbox';
import { type HttpEnv, refusalResponse } from '#server/http';
import { runDueDays } from '#server/jobs/daily-run';
import { jsonObject } from '#server/request-body';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

const MAX = { days: 400, minutes: 1440 };

const upTo = (name: string, max: number) => {
  const error = `${name} deve ser um número inteiro de 0 a ${max}`;
  return z.int({ error }).min(0, { error }).max(max, { error }).optional();
};

const clockSchema = z
  .object({
    advanceDays: upTo('advanceDays', MAX.days),
    advanceMinutes: upTo('advanceMinutes', MAX.minutes),
  })
  .refine(({ advanceDays, advanceMinutes }) => advanceDays !== undefined || advanceMinutes !== undefined, {
    error: 'Informe advanceDays, advanceMinutes ou ambos',
  });

/**
 * What makes a demonstration and a test possible; never served in production. `POST /dev/clock {advanceDays,
 * advanceMinutes}` (either or both: days first) moves the bank's time and answers `{today}` once the daily runs of each
 * day passed are done. `GET /dev/mailbox` shows the e-mail.
 */
export function serveDevEndpoints(app: Hono<HttpEnv>, bank: Bank): void {
  // A page of another name that resolves to this machine, or a proxy in front of it, gets nothing of this.
  app.use('/dev/*', async (c, next) => {
    const { host, hostname } = new URL(c.req.url);
    const isOwn = LOOPBACK.includes(hostname) || host === new URL(bank.env.APP_ORIGIN).host;
    return isOwn ? next() : refusalResponse(c, new Refusal('ROUTE_NOT_FOUND'));
  });
  const moveClock = inTurn((by: ClockOffset) => advanceDayByDay(bank, by));
  app.post('/dev/clock', async (c) => {
    try {
      const { advanceDays = 0, advanceMinutes = 0 } = clockSchema.parse(jsonObject(c.get('body')));
      return c.json({ today: await moveClock({ days: advanceDays, minutes: advanceMinutes }) });
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

async function advanceDayByDay(bank: Bank, { days, minutes }: ClockOffset): Promise<string> {
  for (let day = 0; day < days; day += 1) await step(bank, { days: 1 });
  if (minutes > 0) await step(bank, { minutes });
  await runDueDays(bank);
  return bank.clock.today();
}

/** No more than a day at a time, so that each day's run is done on that day. */
async function step(bank: Bank, by: Partial<ClockOffset>): Promise<void> {
  await runDueDays(bank);
  await advance(bank.db, by);
  await bank.clock.sync(bank.db);
}
