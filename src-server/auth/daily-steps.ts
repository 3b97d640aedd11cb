import { and, lte, or, type SQL } from 'drizzle-orm';
import type { Tables } from '#db/schema';
import { among } from '#server/kernel/any-of';
import type { Bank, DailyStep } from '#server/kernel/context';
import { logFailure } from '#server/kernel/log-failure';
import { type Loop, startLoop } from '#server/work/loop';
import { eachPage } from '#server/work/pages';
import { forgetOldAttempts } from './tidy-attempts.ts';

const PAGE = 500;
const CHALLENGES_EVERY_MS = 60_000;

type Keeping = Pick<Bank, 'db' | 'clock'>;

/** Deletes rows expired by real time. The audit log keeps what happened. */
export async function forgetExpired(bank: Keeping): Promise<void> {
  const { tables } = bank.db;
  const { accessTokens, sessions } = tables;
  const now = bank.clock.real();
  await forgetRows(bank, sessions, sessions.id, lte(sessions.absoluteExpiresAt, now));
  await forgetRows(bank, accessTokens, accessTokens.id, lte(accessTokens.revokedAt, now));
  await forgetRows(bank, tables.twoFactorSetups, tables.twoFactorSetups.userId);
  for (const table of [
    tables.passwordResets,
    tables.emailChanges,
    tables.emailUndos,
    tables.twoFactorUndos,
    tables.contactCodes,
  ])
    await forgetRows(bank, table, table.id);
  await forgetChallenges(bank);
}

/** Of sign-ins that were begun, and of passkeys: anybody may begin hundreds a minute. */
export async function forgetChallenges(bank: Keeping): Promise<void> {
  const { loginChallenges, passkeyChallenges } = bank.db.tables;
  for (const table of [loginChallenges, passkeyChallenges]) await forgetRows(bank, table, table.id);
}

type Expiring = Extract<Tables[keyof Tables], { expiresAt: unknown }>;
type Key = Extract<Expiring, { id: unknown }>['id'] | Tables['twoFactorSetups']['userId'];

/** Page by page. */
async function forgetRows({ db, clock }: Keeping, table: Expiring, key: Key, isOver?: SQL): Promise<void> {
  const isExpired = or(lte(table.expiresAt, clock.real()), isOver);
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

export const authDailySteps: DailyStep[] = [
  {
    name: 'forget-expired-sessions-and-attempts',
    run: async (bank) => {
      await forgetExpired(bank);
      await forgetOldAttempts(bank);
    },
  },
];

/** Processes may share the work. */
export const startForgettingChallenges = (bank: Bank): Loop =>
  startLoop(
    async () => {
      await forgetChallenges(bank);
      return 'rest';
    },
    { everyMs: CHALLENGES_EVERY_MS },
    (error) => logFailure(bank.log, error, 'expired sign-ins could not be deleted'),
  );
