import type { Hono } from 'hono';
import { stream } from 'hono/streaming';
import { z } from 'zod';
import { Refusal } from '#domain/refusal';
import { serveMailbox } from '#server/http/dev-mailbox';
import { type HttpContext, type HttpEnv, refusalResponse } from '#server/http/http';
import { jsonObject } from '#server/http/request-body';
import { runDueDays } from '#server/jobs/daily-run';
import { trustOutsideProduction } from '#server/jobs/watch-clock';
import { advance, type ClockOffset } from '#server/kernel/clock';
import type { Bank } from '#server/kernel/context';
import { toAnswer } from '#server/kernel/to-answer';

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
 * Never in production. `POST /dev/clock {advanceDays, advanceMinutes}` answers `{today}` after each day's run; with
 * `Accept: application/x-ndjson` first a line `{today, daysDone, daysAsked}` per day. `GET /dev/mailbox` shows the
 * e-mail.
 */
export function serveDevEndpoints(app: Hono<HttpEnv>, bank: Bank): void {
  // Guards against DNS rebinding and proxies.
  app.use('/dev/*', async (c, next) => {
    const { host, hostname } = new URL(c.req.url);
    const isOwn = LOOPBACK.includes(hostname) || host === new URL(bank.env.APP_ORIGIN).host;
    return isOwn ? next() : refusalResponse(c, new Refusal('ROUTE_NOT_FOUND'));
  });
  const moveClock = inTurn(({ by, onProgress }: Move) => advanceDayByDay(bank, by, onProgress));
  app.post('/dev/clock', async (c) => {
    try {
      const { advanceDays = 0, advanceMinutes = 0 } = clockSchema.parse(jsonObject(c.get('body')));
      const by = { days: advanceDays, minutes: advanceMinutes };
      if (c.req.header('accept')?.includes(NDJSON))
        return streamProgress(c, (onProgress) => moveClock({ by, onProgress }));
      return c.json(await moveClock({ by, onProgress: () => {} }));
    } catch (error) {
      return refusalResponse(c, error);
    }
  });
  serveMailbox(app, bank);
}

const NDJSON = 'application/x-ndjson';

type Progress = { today: string; daysDone: number; daysAsked: number };
type OnProgress = (progress: Progress) => void;
type Move = { by: ClockOffset; onProgress: OnProgress };

/** One JSON line per day, as it is done; a client that hangs up stops nothing. */
function streamProgress(
  c: HttpContext,
  move: (onProgress: OnProgress) => Promise<{ today: string }>,
): Response {
  c.header('Content-Type', NDJSON);
  return stream(c, async (out) => {
    const write = (line: object) => out.write(`${JSON.stringify(line)}\n`);
    const end = await move((progress) => void write(progress)).catch((error: unknown) => {
      const { body } = toAnswer(error);
      c.get('log').error({ err: error }, "the bank's time was moved only part of the way");
      return body;
    });
    await write(end);
  });
}

/** Serializes calls: two moves at once would mix up the days. */
function inTurn<Input, Output>(work: (input: Input) => Promise<Output>): (input: Input) => Promise<Output> {
  let last: Promise<unknown> = Promise.resolve();
  return (input) => {
    const done = last.then(() => work(input));
    last = done.catch(() => {});
    return done;
  };
}

/** One day at a time, so that each run happens on its day. */
async function advanceDayByDay(
  bank: Bank,
  { days, minutes }: ClockOffset,
  onProgress: OnProgress,
): Promise<{ today: string }> {
  await trustOutsideProduction(bank);
  await runDueDays(bank);
  for (let done = 1; done <= days; done += 1) {
    await moveOn(bank, { days: 1 }, { moreFollow: done < days });
    const progress = { today: bank.clock.today(), daysDone: done, daysAsked: days };
    bank.log.info(progress, "the bank's day is done");
    onProgress(progress);
  }
  if (minutes > 0) await moveOn(bank, { minutes });
  return { today: bank.clock.today() };
}

async function moveOn(bank: Bank, by: Partial<ClockOffset>, { moreFollow = false } = {}): Promise<void> {
  await advance(bank.db, by);
  await bank.clock.sync(bank.db);
  await runDueDays(bank, { moreFollow });
}
