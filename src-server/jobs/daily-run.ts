import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, gt, isNotNull, isNull, lt, max, min, or } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { addDays } from '#domain/date';
import { secondsAfter } from '#domain/moment';
import type { Bank, DailyStep } from '#server/kernel/context';
import { refuseClockAhead } from './watch-clock.ts';

/** The row that says that a whole day is done; no step may be called so. */
const WHOLE_DAY = 'whole-day';
/**
 * Whoever does a step renews its claim this often; after so long without, the process counts as dead and another one does the
 * step (again): a bank that was killed and started again goes on at once. What moves money bears being done twice.
 */
const RENEWED_EACH_SECONDS = 4;
export const ABANDONED_AFTER_SECONDS = 20;
const ASK_AGAIN_MS = 50;

/**
 * Does the work of one day ('YYYY-MM-DD'): every registered step that is not done yet, in order, each once however many
 * processes run the day at the same time. Answers when all are done, by whichever process. Throws what a step throws; the
 * steps before it stay done, and the next run goes on with it. `moreFollow`: later days are done at once, and what may wait
 * for the last of them does.
 */
export async function runDay(bank: Bank, day: string, { moreFollow = false } = {}): Promise<void> {
  let done: string | null = null;
  for (const step of bank.registry.dailySteps) {
    if (moreFollow && step.mayWait?.(day)) continue;
    done = (await runStep(bank, day, step, done)) ? step.name : null;
  }
  await endDay(bank, day, done);
}

/**
 * Does the work of every day that is not done, up to the bank's today; today's alone when no day was ever begun. Throws while
 * the machine's clock is more than two days past what the bank knows, until an administrator has confirmed it. `moreFollow`:
 * the bank's time is on its way to a later day.
 */
export async function runDueDays(bank: Bank, { moreFollow = false } = {}): Promise<void> {
  await refuseClockAhead(bank);
  const today = bank.clock.today();
  for (let day = (await firstOpenDay(bank)) ?? today; day <= today; day = addDays(day, 1)) {
    await runDay(bank, day, { moreFollow: moreFollow || day < today });
  }
}

/** The day after the last whole one; before there is one, the first day that was begun; null at the very first run. */
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
 * Answers whether this process has done the step. That it has is written down with the claim of the next one, `done` being the
 * one before: a day costs half as many commits, which most of its time went into.
 */
async function runStep(bank: Bank, day: string, step: DailyStep, done: string | null): Promise<boolean> {
  for (let state = await claim(bank, day, step.name, done); state !== 'mine'; ) {
    if (state === 'done') return false;
    await sleep(ASK_AGAIN_MS);
    state = await claim(bank, day, step.name, null);
  }
  const endRenewal = renewing(bank, day, step.name);
  try {
    await step.run(bank, day);
  } catch (error) {
    await endRenewal();
    await release(bank, day, step.name);
    throw error;
  }
  await endRenewal();
  return true;
}

/** Keeps the claim of a step that is being done; hands back what ends that, once no renewal is under way. */
function renewing(bank: Bank, day: string, step: string): () => Promise<void> {
  let last = Promise.resolve();
  const timer = setInterval(() => {
    // A renewal that fails is made up for by the next one; without any, another process takes the step over.
    last = setClaim(bank, day, step, bank.clock.real()).catch(() => {});
  }, RENEWED_EACH_SECONDS * 1000);
  timer.unref();
  return () => {
    clearInterval(timer);
    return last;
  };
}

/**
 * Takes a step for this process, unless it is done, or another process took it a short while ago: one that was taken in the
 * future was taken while the machine's clock was wrong.
 */
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

/** Every step is done, by whichever process. */
async function endDay(bank: Bank, day: string, done: string | null): Promise<void> {
  const at = bank.clock.real();
  await bank.db.transaction(async (tx) => {
    if (done !== null) await finish(tx, day, done, at);
    await tx
      .insert(tx.tables.dailyRuns)
      .values({ day, step: WHOLE_DAY, claimedAt: at, finishedAt: at })
      .onConflictDoNothing();
    // An older release claimed it first, and may have been killed then.
    await finish(tx, day, WHOLE_DAY, at);
  });
}

/** Gives a step back that failed, so that the next run tries it at once; the row stays and says that the day was begun. */
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
