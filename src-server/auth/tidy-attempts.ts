import { and, asc, gt, lte, sql } from 'drizzle-orm';
import { CLOCK_TOLERANCE_SECONDS } from '#domain/jobs/clock-standing';
import { ATTEMPT_LIMITS, WRONG_PASSWORDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { among } from '#server/kernel/any-of';
import { eachPage } from '#server/work/pages';
import type { Attempting } from './attempts.ts';

const PAGE = 500;

/** No count matters for longer, but those of the SMS that somebody had lately. */
const keptSeconds = (bucket: string): number =>
  bucket.startsWith('smsLately:')
    ? ATTEMPT_LIMITS.smsLately.windowSeconds
    : WRONG_PASSWORDS.forgetAfterSeconds;

/** Page by page along the key: each network that asks anything leaves a row. */
export async function forgetOldAttempts({ db, clock }: Attempting): Promise<void> {
  const now = clock.real();
  const { attempts } = db.tables;
  const isOld = lte(attempts.windowStartedAt, secondsAfter(now, -WRONG_PASSWORDS.forgetAfterSeconds));
  await eachPage(PAGE, async (last: { bucket: string; at: Date } | null) => {
    const rows = await db
      .select({ bucket: attempts.bucket, at: attempts.windowStartedAt })
      .from(attempts)
      .where(last ? gt(attempts.bucket, last.bucket) : undefined)
      .orderBy(asc(attempts.bucket))
      .limit(PAGE);
    const old = rows
      .filter(({ bucket, at }) => at <= secondsAfter(now, -keptSeconds(bucket)))
      .map(({ bucket }) => bucket);
    if (old.length > 0)
      await db.transaction(async (tx) => {
        // One may have been counted again since it was read.
        await tx.delete(attempts).where(and(among(tx, attempts.bucket, old), isOld));
      });
    return rows;
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
