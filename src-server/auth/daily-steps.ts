import { and, lte, or } from 'drizzle-orm';
import { among } from '#server/kernel/any-of';
import type { Bank, DailyStep } from '#server/kernel/context';
import { eachPage } from '#server/work/pages';
import { forgetOldAttempts } from './tidy-attempts.ts';

const PAGE = 500;

/** Deletes rows expired by real time, page by page: anonymous callers make many. The audit log keeps what happened. */
export async function forgetExpired({ db, clock }: Pick<Bank, 'db' | 'clock'>): Promise<void> {
  const now = clock.real();
  const { accessTokens, sessions, ...tables } = db.tables;
  for (const [table, key, isOver] of [
    [sessions, sessions.id, lte(sessions.absoluteExpiresAt, now)],
    [tables.loginChallenges, tables.loginChallenges.id],
    [tables.passkeyChallenges, tables.passkeyChallenges.id],
    [tables.twoFactorSetups, tables.twoFactorSetups.userId],
    [tables.passwordResets, tables.passwordResets.id],
    [tables.emailChanges, tables.emailChanges.id],
    [tables.emailUndos, tables.emailUndos.id],
    [tables.twoFactorUndos, tables.twoFactorUndos.id],
    [tables.contactCodes, tables.contactCodes.id],
    [accessTokens, accessTokens.id, lte(accessTokens.revokedAt, now)],
  ] as const) {
    const isExpired = or(lte(table.expiresAt, now), isOver);
    await eachPage(PAGE, async () => {
      const old = await db.select({ key }).from(table).where(isExpired).limit(PAGE);
      const keys = old.map((row) => row.key);
      if (keys.length > 0)
        await db.transaction(async (tx) => {
          await tx.delete(table).where(and(among(tx, key, keys), isExpired));
        });
      return old;
    });
  }
}

export const authDailySteps: DailyStep[] = [
  {
    name: 'forget-expired-sessions-and-attempts',
    run: async (bank) => {
      await forgetExpired(bank);
      await forgetOldAttempts(bank);
    },
  },
];
