import { lte, or } from 'drizzle-orm';
import type { Bank, DailyStep } from '#server/kernel/context';
import { forgetOldAttempts } from './tidy-attempts.ts';

/** Deletes rows expired by real time; the audit log keeps what happened. */
export async function forgetExpired({ db, clock }: Pick<Bank, 'db' | 'clock'>): Promise<void> {
  const now = clock.real();
  const { accessTokens, sessions, ...tables } = db.tables;
  for (const [table, isOver] of [
    [sessions, lte(sessions.absoluteExpiresAt, now)],
    [tables.loginChallenges],
    [tables.passkeyChallenges],
    [tables.twoFactorSetups],
    [tables.passwordResets],
    [tables.emailChanges],
    [tables.emailUndos],
    [tables.twoFactorUndos],
    [tables.contactCodes],
    [accessTokens, lte(accessTokens.revokedAt, now)],
  ] as const)
    await db.transaction(async (tx) => {
      await tx.delete(table).where(or(lte(table.expiresAt, now), isOver));
    });
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
