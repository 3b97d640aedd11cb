import { and, asc, eq, gt, isNotNull, notLike } from 'drizzle-orm';
import type { SecretColumn } from '#server/auth/two-factor/rotate';
import type { Bank } from '#server/kernel/context';
import { decryptApiKey, encryptApiKey } from './external-account.ts';

export const apiKeyColumn: SecretColumn = {
  async readAfter(db, after, limit) {
    const { externalAccounts: accounts } = db.tables;
    const rows = await db
      .select({ userId: accounts.userId, secret: accounts.apiKey })
      .from(accounts)
      .where(and(gt(accounts.userId, after), isNotNull(accounts.apiKey)))
      .orderBy(asc(accounts.userId))
      .limit(limit);
    return rows.flatMap(({ userId, secret }) => (secret === null ? [] : [{ userId, secret }]));
  },
  async replace(tx, { userId, secret }, apiKey) {
    const { externalAccounts: accounts } = tx.tables;
    const replaced = await tx
      .update(accounts)
      .set({ apiKey })
      .where(and(eq(accounts.userId, userId), eq(accounts.apiKey, secret)))
      .returning({ userId: accounts.userId });
    return replaced.length === 1;
  },
  renew: (keys, { userId, secret }) => encryptApiKey(keys, decryptApiKey(keys, secret, userId), userId),
};

/** Counts the external accounts that cannot be used, since the key that encrypts their API key is not on the ring. */
export async function countApiKeysWithoutKey({ db, keys }: Pick<Bank, 'db' | 'keys'>): Promise<number> {
  const { externalAccounts: accounts } = db.tables;
  const underOthers = keys.ids.map((keyId) => notLike(accounts.apiKey, `v1:${keyId}:%`));
  return db.$count(accounts, and(isNotNull(accounts.apiKey), ...underOthers));
}
