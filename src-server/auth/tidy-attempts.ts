import { gt, lte, sql } from 'drizzle-orm';
import { CLOCK_TOLERANCE_SECONDS } from '#domain/jobs/clock-standing';
import { WRONG_PASSWORDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import type { Attempting } from './attempts.ts';

export async function forgetOldAttempts(bank: Attempting): Promise<void> {
  const cutoff = secondsAfter(bank.clock.real(), -WRONG_PASSWORDS.forgetAfterSeconds);
  await bank.db.transaction(async (tx) => {
    await tx.delete(tx.tables.attempts).where(lte(tx.tables.attempts.windowStartedAt, cutoff));
  });
}

/** After the clock was ahead: dates future counts to now, so that limits end in time and no count is lost. */
export async function bringBackAttempts(bank: Attempting, now: Date): Promise<void> {
  const { attempts } = bank.db.tables;
  const isAhead = gt(attempts.windowStartedAt, secondsAfter(now, CLOCK_TOLERANCE_SECONDS));
  const [ahead] = await bank.db.select({ bucket: attempts.bucket }).from(attempts).where(isAhead).limit(1);
  if (!ahead) return;
  const longest = sql.param(secondsAfter(now, WRONG_PASSWORDS.maxDelaySeconds), attempts.blockedUntil);
  await bank.db.transaction(async (tx) => {
    await tx
      .update(attempts)
      .set({
        windowStartedAt: now,
        blockedUntil: sql`case when ${attempts.blockedUntil} > ${longest} then ${longest} else ${attempts.blockedUntil} end`,
      })
      .where(isAhead);
  });
}
