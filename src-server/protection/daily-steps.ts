import { and, isNull, lt } from 'drizzle-orm';
import { addDays } from '#domain/date';
import { PROTECTION_DAYS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { among } from '#server/kernel/any-of';
import type { Bank, DailyStep } from '#server/kernel/context';
import { eachPage } from '#server/work/pages';

const PAGE = 500;
const DAY_SECONDS = 86_400;

/** Page by page; a customer has few rows that are over. */
async function forgetOldUses({ db }: Bank, day: string): Promise<void> {
  const { limitUses } = db.tables;
  const isOver = lt(limitUses.endsOn, addDays(day, -PROTECTION_DAYS.limitUses));
  await eachPage(PAGE, async () => {
    const old = await db.select({ userId: limitUses.userId }).from(limitUses).where(isOver).limit(PAGE);
    if (old.length > 0)
      await db.transaction(async (tx) => {
        const userIds = [...new Set(old.map(({ userId }) => userId))];
        await tx.delete(limitUses).where(and(among(tx, limitUses.userId, userIds), isOver));
      });
    return old;
  });
}

/** Those that were used are named by an authorisation, and stay with it. */
async function forgetUnusedConfirmations({ db, clock }: Bank): Promise<void> {
  const { confirmations } = db.tables;
  const before = secondsAfter(clock.real(), -PROTECTION_DAYS.unusedConfirmations * DAY_SECONDS);
  const isOld = and(isNull(confirmations.usedAt), lt(confirmations.createdAt, before));
  await eachPage(PAGE, async () => {
    const old = await db.select({ id: confirmations.id }).from(confirmations).where(isOld).limit(PAGE);
    const ids = old.map(({ id }) => id);
    if (ids.length > 0)
      await db.transaction(async (tx) => {
        // One under way may have been used since it was read.
        await tx.delete(confirmations).where(and(among(tx, confirmations.id, ids), isOld));
      });
    return old;
  });
}

export const protectionDailySteps: DailyStep[] = [
  {
    name: 'forget-old-limit-uses',
    run: async (bank, day) => {
      await forgetOldUses(bank, day);
      await forgetUnusedConfirmations(bank);
    },
  },
];
