import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, gt, isNotNull, isNull, lt, max, min, or } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { isDatabaseFailing } from '#db/error';
import { addDays } from '#domain/date';
import { secondsAfter } from '#domain/moment';
import type { Bank, DailyStep } from '#server/kernel/context';
import { SomeFailed } from '#server/work/queue';
import { goOn, Stopped } from '#server/work/stopping';
import { refuseClockAhead } from './watch-clock.ts';

/** Marks a whole day as done; reserved as a step name. */
const WHOLE_DAY = 'whole-day';
/** A process that stops renewing counts as dead and its step is repeated; steps that move money are idempotent. */
const RENEWED_EACH_SECONDS = 4;
export const ABANDONED_AFTER_SECONDS = 20;
const ASK_AGAIN_MS = 50;

/**
 * Runs a day's open steps in order, once among all processes. Throws a step's error; earlier steps stay done. A step of which some rows
 * failed is done, and the day ends, since its next day's run tries them again: returns that error. A fault of
 * one that `stopsNothing` is told the same way: its next run makes up for it. A step that stops with its process is free at once.
 * `moreFollow`: later days follow at once, so `mayWait` steps are left to the last.
 */
export async function runDay(
  bank: Bank,
  day: string,
  { moreFollow = false } = {},
): Promise<SomeFailed | null> {
  let done: string | null = null;
  let failed: SomeFailed | null = null;
  for (const step of bank.registry.dailySteps) {
    if (moreFollow && step.mayWait?.(day)) continue;
    const ended = await runStep(bank, day, step, done);
    if (ended instanceof SomeFailed) failed ??= ended;
    done = ended ? step.name : null;
  }
  await endDay(bank, day, done);
  return failed;
}

/**
 * Runs all open days up to today. Throws SomeFailed at the end if rows of them failed; at once while the machine's clock is over two days
 * ahead and not confirmed.
 */
export async function runDueDays(bank: Bank, { moreFollow = false } = {}): Promise<void> {
  await refuseClockAhead(bank);
  const today = bank.clock.today();
  let failed: SomeFailed | null = null;
  for (let day = (await firstOpenDay(bank)) ?? today; day <= today; day = addDays(day, 1))
    failed = (await runDay(bank, day, { moreFollow: moreFollow || day < today })) ?? failed;
  if (failed) throw failed;
}

/** The day after the last finished one, else the first day begun; null before the first run. */
async function firstOpenDay(bank: Bank): Promise<string | null> {
  const { dailyRuns } = bank.db.tables;
  const isWhole = and(eq(dailyRuns.step, WHOLE_DAY), isNotNull(dailyRuns.finishedAt));
  const [whole] = await bank.db
    .select({ day: max(dailyRuns.day) })
    .from(dailyRuns)
    .where(isWhole);
  if (whole?.day) return addDays(whole.day, 1);
  const [begun] = await bank.db.select({ day: min(dailyRuns.day) }).from(dailyRuns);
  return begun?.day ?? null;
}

/**
 * False if the step is already done; the error if some of its rows failed. The claim's commit also writes the end of the previous step, `done`: that halves
 * the commits, which took most of the time.
 */
async function runStep(
  bank: Bank,
  day: string,
  step: DailyStep,
  done: string | null,
): Promise<boolean | SomeFailed> {
  for (let state = await claim(bank, day, step.name, done); state !== 'mine'; ) {
    if (state === 'done') return false;
    goOn();
    await sleep(ASK_AGAIN_MS);
    state = await claim(bank, day, step.name, null);
  }
  const endRenewal = renewing(bank, day, step.name);
  try {
    await step.run(bank, day);
  } catch (error) {
    await endRenewal();
    if (error instanceof SomeFailed) return error;
    if (step.stopsNothing && !isDatabaseFailing(error) && !(error instanceof Stopped))
      return new SomeFailed(`${step.name} failed: ${error}`, { cause: error });
    await release(bank, day, step.name);
    throw error;
  }
  await endRenewal();
  return true;
}

function renewing(bank: Bank, day: string, step: string): () => Promise<void> {
  let last = Promise.resolve();
  const timer = setInterval(() => {
    // The next renewal makes up for a failed one; without any, another process takes over.
    last = setClaim(bank, day, step, bank.clock.real()).catch(() => {});
  }, RENEWED_EACH_SECONDS * 1000);
  timer.unref();
  return () => {
    clearInterval(timer);
    return last;
  };
}

/** Ends `done`, and claims `step` if it is free. A claim in the future came from a wrong clock and counts as old. */
async function claim(
  bank: Bank,
  day: string,
  step: string,
  done: string | null,
): Promise<'mine' | 'done' | 'others'> {
  const at = bank.clock.real();
  const abandoned = secondsAfter(at, -ABANDONED_AFTER_SECONDS);
  const ahead = secondsAfter(at, ABANDONED_AFTER_SECONDS);
  return bank.db.transaction(async (tx) => {
    if (done !== null) await finish(tx, day, done, at);
    const { dailyRuns } = tx.tables;
    const made = await tx
      .insert(dailyRuns)
      .values({ day, step, claimedAt: at, finishedAt: null })
      .onConflictDoNothing()
      .returning({ step: dailyRuns.step });
    if (made.length > 0) return 'mine';
    const own = and(eq(dailyRuns.day, day), eq(dailyRuns.step, step));
    const takenOver = await tx
      .update(dailyRuns)
      .set({ claimedAt: at })
      .where(
        and(
          own,
          isNull(dailyRuns.finishedAt),
          or(lt(dailyRuns.claimedAt, abandoned), gt(dailyRuns.claimedAt, ahead)),
        ),
      )
      .returning({ step: dailyRuns.step });
    if (takenOver.length > 0) return 'mine';
    const [row] = await tx.select({ finishedAt: dailyRuns.finishedAt }).from(dailyRuns).where(own);
    return row?.finishedAt ? 'done' : 'others';
  });
}

async function finish(tx: Tx, day: string, step: string, at: Date): Promise<void> {
  const { dailyRuns } = tx.tables;
  await tx
    .update(dailyRuns)
    .set({ finishedAt: at })
    .where(and(eq(dailyRuns.day, day), eq(dailyRuns.step, step), isNull(dailyRuns.finishedAt)));
}

async function endDay(bank: Bank, day: string, done: string | null): Promise<void> {
  const at = bank.clock.real();
  await bank.db.transaction(async (tx) => {
    if (done !== null) await finish(tx, day, done, at);
    await tx
      .insert(tx.tables.dailyRuns)
      .values({ day, step: WHOLE_DAY, claimedAt: at, finishedAt: at })
      .onConflictDoNothing();
    // An older release may have inserted this row unfinished and been killed.
    await finish(tx, day, WHOLE_DAY, at);
  });
}

/** Releases a failed or stopped step for the next run; its row still marks the day as begun. */
const release = (bank: Bank, day: string, step: string): Promise<void> =>
  setClaim(bank, day, step, new Date(0));

async function setClaim(bank: Bank, day: string, step: string, claimedAt: Date): Promise<void> {
  await bank.db.transaction(async (tx) => {
    const { dailyRuns } = tx.tables;
    await tx
      .update(dailyRuns)
      .set({ claimedAt })
      .where(and(eq(dailyRuns.day, day), eq(dailyRuns.step, step), isNull(dailyRuns.finishedAt)));
  });
}
