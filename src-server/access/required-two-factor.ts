import { eq } from 'drizzle-orm';
import type { Reader } from '#db/db';
import type { Actor, Bank } from '#server/kernel/context';
import { readSetting } from '#server/settings/read';

export async function lacksRequiredTwoFactor(
  { db, env }: Pick<Bank, 'db' | 'env'>,
  user: Actor,
): Promise<boolean> {
  if (user.role !== 'admin') return false;
  return (await readSetting(db, 'requireAdminTwoFactor', env)) && !(await hasTwoFactor(db, user.id));
}

export async function hasTwoFactor(db: Reader, userId: string): Promise<boolean> {
  const { users } = db.tables;
  const [row] = await db.select({ totpSecret: users.totpSecret }).from(users).where(eq(users.id, userId));
  return Boolean(row?.totpSecret);
}
