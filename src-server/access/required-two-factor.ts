import { and, eq, isNull, lte, type SQL } from 'drizzle-orm';
import type { Reader } from '#db/db';
import type { Tables } from '#db/schema';
import { DEVICE_TRUST_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import type { Actor, Bank } from '#server/kernel/context';
import { readSetting } from '#server/settings/read';

/** Administrators need the app: a passkey does not stand in for it. */
export async function lacksRequiredTwoFactor(
  { db, env }: Pick<Bank, 'db' | 'env'>,
  user: Actor,
): Promise<boolean> {
  if (user.role !== 'admin') return false;
  return (await readSetting(db, 'requireAdminTwoFactor', env)) && !(await hasApp(db, user.id));
}

/** Whether a password alone is not a whole proof: the app is on, or a passkey is trusted. `now`: real time. */
export const hasTwoFactor = async (db: Reader, userId: string, now: Date): Promise<boolean> =>
  (await hasApp(db, userId)) || (await hasTrustedPasskey(db, userId, now));

export async function hasTrustedPasskey(db: Reader, userId: string, now: Date): Promise<boolean> {
  const { passkeys } = db.tables;
  const [found] = await db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(isTrustedPasskey(passkeys, userId, now))
    .limit(1);
  return found !== undefined;
}

/**
 * A user's passkeys from 24 hours after they were added until they are removed. Until then the owner, who was told, removes
 * a stranger's passkey by password, and the stranger confirms no payment with it.
 */
export const isTrustedPasskey = (passkeys: Tables['passkeys'], userId: string, now: Date): SQL | undefined =>
  and(
    eq(passkeys.userId, userId),
    isNull(passkeys.endedAt),
    lte(passkeys.createdAt, secondsAfter(now, -DEVICE_TRUST_SECONDS)),
  );

async function hasApp(db: Reader, userId: string): Promise<boolean> {
  const { users } = db.tables;
  const [row] = await db.select({ totpSecret: users.totpSecret }).from(users).where(eq(users.id, userId));
  return Boolean(row?.totpSecret);
}
