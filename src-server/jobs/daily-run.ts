import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, gt, inArray, isNotNull, isNull, lt, max, min, or } from 'drizzle-orm';
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
  let done: Done | null = null;
  let failed: SomeFailed | null = null;
  const steps = bank.registry.dailySteps.filter(({ mayWait }) => !(moreFollow && mayWait?.(day)));
  for (let place = 0; place <= steps.length; ) {
    const step = steps[place];
    const ended: Done | 'done' | 'lost' = step
      ? await runStep(bank, day, step, done)
      : await endDay(bank, day, done);
    // Another process has it, and may still do it.
    if (ended === 'lost') place -= 2;
    else if (ended !== 'done') failed ??= ended.failed;
    done = typeof ended === 'string' ? null : ended;
    place += 1;
  }
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

/** This process's hold on a step: the moments that it has written, of which the last may not have reached the row. */
type Claim = { day: string; step: string; moments: Date[] };

/** A step that this process has done, and its end not written yet. */
type Done = { claim: Claim; failed: SomeFailed | null };

/**
 * 'done' if the step is already done. The claim's commit also writes the end of the previous step, `done`: that halves the commits, which
 * took most of the time. 'lost': another process took that one over while this one stood still.
 */
async function runStep(
  bank: Bank,
  day: string,
  step: DailyStep,
  done: Done | null,
): Promise<Done | 'done' | 'lost'> {
  let state = await claim(bank, day, step.name, done);
  while (state === 'others') {
    goOn();
    await sleep(ASK_AGAIN_MS);
    state = await claim(bank, day, step.name, null);
  }
  if (typeof state === 'string') return state;
  const own = state;
  const endRenewal = renewing(bank, own);
  try {
    await step.run(bank, day);
  } catch (error) {
    await endRenewal();
    if (error instanceof SomeFailed) return { claim: own, failed: error };
    if (step.stopsNothing && !isDatabaseFailing(error) && !(error instanceof Stopped))
      return { claim: own, failed: new SomeFailed(`${step.name} failed: ${error}`, { cause: error }) };
    await release(bank, own);
    throw error;
  }
  await endRenewal();
  return { claim: own, failed: null };
}

function renewing(bank: Bank, own: Claim): () => Promise<void> {
  let last = Promise.resolve();
  const timer = setInterval(() => {
    // The next renewal makes up for a failed one; without any, another process takes over.
    last = renew(bank, own).catch(() => {});
  }, RENEWED_EACH_SECONDS * 1000);
  timer.unref();
  return () => {
    clearInterval(timer);
    return last;
  };
}

async function renew(bank: Bank, own: Claim): Promise<void> {
  const at = bank.clock.real();
  // Before it is written: one that fails may have reached the row.
  own.moments.push(at);
  await setClaim(bank, own, at);
  own.moments = own.moments.slice(own.moments.indexOf(at));
}

/** Ends `done`, and claims `step` if it is free. A claim in the future came from a wrong clock and counts as old. */
async function claim(
  bank: Bank,
  day: string,
  step: string,
  done: Done | null,
): Promise<Claim | 'done' | 'others' | 'lost'> {
  const at = bank.clock.real();
  const abandoned = secondsAfter(at, -ABANDONED_AFTER_SECONDS);
  const ahead = secondsAfter(at, ABANDONED_AFTER_SECONDS);
  const mine = { day, step, moments: [at] };
  return bank.db.transaction(async (tx) => {
    if (done && !(await finish(tx, done.claim, at))) return 'lost';
    const { dailyRuns } = tx.tables;
    const made = await tx
      .insert(dailyRuns)
      .values({ day, step, claimedAt: at, finishedAt: null })
      .onConflictDoNothing()
      .returning({ step: dailyRuns.step });
    if (made.length > 0) return mine;
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
    if (takenOver.length > 0) return mine;
    const [row] = await tx.select({ finishedAt: dailyRuns.finishedAt }).from(dailyRuns).where(own);
    return row?.finishedAt ? 'done' : 'others';
  });
}

/** False if another process has taken the step over. */
async function finish(tx: Tx, own: Claim, at: Date): Promise<boolean> {
  const { dailyRuns } = tx.tables;
  const ended = await tx
    .update(dailyRuns)
    .set({ finishedAt: at })
    .where(isHeldBy(tx, own))
    .returning({ step: dailyRuns.step });
  return ended.length > 0;
}

const isHeldBy = ({ tables: { dailyRuns } }: Tx, { day, step, moments }: Claim) =>
  and(
    eq(dailyRuns.day, day),
    eq(dailyRuns.step, step),
    isNull(dailyRuns.finishedAt),
    inArray(dailyRuns.claimedAt, moments),
  );

/** 'lost': as `runStep`. */
async function endDay(bank: Bank, day: string, done: Done | null): Promise<'done' | 'lost'> {
  const at = bank.clock.real();
  return bank.db.transaction(async (tx) => {
    if (done && !(await finish(tx, done.claim, at))) return 'lost';
    const { dailyRuns } = tx.tables;
    await tx
      .insert(dailyRuns)
      .values({ day, step: WHOLE_DAY, claimedAt: at, finishedAt: at })
      .onConflictDoNothing();
    // An older release may have inserted this row unfinished and been killed.
    await tx
      .update(dailyRuns)
      .set({ finishedAt: at })
      .where(and(eq(dailyRuns.day, day), eq(dailyRuns.step, WHOLE_DAY), isNull(dailyRuns.finishedAt)));
    return 'done';
  });
}

/** Releases a failed or stopped step for the next run; its row still marks the day as begun. */
const release = (bank: Bank, own: Claim): Promise<void> => setClaim(bank, own, new Date(0));

/** Nothing if another process has taken the step over. */
async function setClaim(bank: Bank, own: Claim, claimedAt: Date): Promise<void> {
  await bank.db.transaction(async (tx) => {
    await tx.update(tx.tables.dailyRuns).set({ claimedAt }).where(isHeldBy(tx, own));
  });
}
