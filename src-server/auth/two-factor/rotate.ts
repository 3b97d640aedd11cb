import { and, asc, count, eq, gt, isNotNull, notLike } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { record } from '#server/audit/record';
import type { Bank } from '#server/kernel/context';
import { type KeyRing, keyIdOf } from '#server/kernel/keys';
import { pages } from '#server/work/pages';
import { decryptSecret, encryptSecret, type SecretPlace } from './totp.ts';

const BATCH = 100;

/** `unreadable`: users whose secret no key decrypts. */
export type Rotation = { reencrypted: number; unreadable: string[] };

export type KeptSecret = { userId: string; secret: string };

/**
 * `readAfter`: at most `limit` users after `userId`. `replace`: false if the secret is no longer the one that was read.
 * `renew`: throws when no key decrypts.
 */
export type SecretColumn = {
  readAfter: (db: Reader, userId: string, limit: number) => Promise<KeptSecret[]>;
  replace: (tx: Tx, kept: KeptSecret, secret: string) => Promise<boolean>;
  renew: (keys: KeyRing, kept: KeptSecret) => string;
};

const renewIn =
  (place: SecretPlace): SecretColumn['renew'] =>
  (keys, { userId, secret }) =>
    encryptSecret(keys, decryptSecret(keys, secret, place, userId), place, userId);

const PLACES: Record<SecretPlace, SecretColumn> = {
  users: {
    async readAfter(db, after, limit) {
      const { users } = db.tables;
      const rows = await db
        .select({ userId: users.id, secret: users.totpSecret })
        .from(users)
        .where(and(gt(users.id, after), isNotNull(users.totpSecret)))
        .orderBy(asc(users.id))
        .limit(limit);
      return rows.flatMap(({ userId, secret }) => (secret === null ? [] : [{ userId, secret }]));
    },
    async replace(tx, { userId, secret }, totpSecret) {
      const { users } = tx.tables;
      const replaced = await tx
        .update(users)
        .set({ totpSecret })
        .where(and(eq(users.id, userId), eq(users.totpSecret, secret)))
        .returning({ id: users.id });
      return replaced.length === 1;
    },
    renew: renewIn('users'),
  },
  two_factor_setups: {
    async readAfter(db, after, limit) {
      const { twoFactorSetups } = db.tables;
      return db
        .select({ userId: twoFactorSetups.userId, secret: twoFactorSetups.secret })
        .from(twoFactorSetups)
        .where(gt(twoFactorSetups.userId, after))
        .orderBy(asc(twoFactorSetups.userId))
        .limit(limit);
    },
    async replace(tx, { userId, secret: read }, secret) {
      const { twoFactorSetups } = tx.tables;
      const replaced = await tx
        .update(twoFactorSetups)
        .set({ secret })
        .where(and(eq(twoFactorSetups.userId, userId), eq(twoFactorSetups.secret, read)))
        .returning({ userId: twoFactorSetups.userId });
      return replaced.length === 1;
    },
    renew: renewIn('two_factor_setups'),
  },
};

/** Re-encrypts all secrets with the first key in audited batches, while the bank runs; resumable. */
export async function rotateSecrets(
  bank: Pick<Bank, 'db' | 'keys' | 'clock'>,
  others: readonly SecretColumn[] = [],
): Promise<Rotation> {
  const done: Rotation = { reencrypted: 0, unreadable: [] };
  for (const column of [...Object.values(PLACES), ...others]) {
    const read = (last: KeptSecret | null) => column.readAfter(bank.db, last?.userId ?? '', BATCH);
    for await (const batch of pages(1, read)) {
      const { reencrypted, unreadable } = await rotateBatch(bank, column, batch);
      done.reencrypted += reencrypted;
      done.unreadable.push(...unreadable);
    }
  }
  return done;
}

async function rotateBatch(
  bank: Pick<Bank, 'db' | 'keys' | 'clock'>,
  column: SecretColumn,
  batch: readonly KeptSecret[],
): Promise<Rotation> {
  const { keys } = bank;
  const unreadable: string[] = [];
  const fresh: { kept: KeptSecret; secret: string }[] = [];
  for (const kept of batch.filter(({ secret }) => keyIdOf(secret) !== keys.currentId)) {
    try {
      fresh.push({ kept, secret: column.renew(keys, kept) });
    } catch {
      unreadable.push(kept.userId);
    }
  }
  if (fresh.length === 0) return { reencrypted: 0, unreadable };
  const reencrypted = await bank.db.transaction(async (tx) => {
    let replaced = 0;
    for (const { kept, secret } of fresh) if (await column.replace(tx, kept, secret)) replaced += 1;
    if (replaced > 0)
      await record(
        tx,
        { ...bank, request: { ip: 'local', userAgent: 'keys:rotate' }, user: null },
        { action: 'rotate_keys', entityId: null, changes: { keyId: keys.currentId, reencrypted: replaced } },
      );
    return replaced;
  });
  return { reencrypted, unreadable };
}

/** Audit rows per older key: such keys must stay, or the log cannot be verified. */
export async function rowsUnderOlderKeys({
  db,
  keys,
}: Pick<Bank, 'db' | 'keys'>): Promise<{ keyId: string; rows: number }[]> {
  const { auditLog } = db.tables;
  const counted = await db
    .select({ keyId: auditLog.keyId, rows: count() })
    .from(auditLog)
    .groupBy(auditLog.keyId)
    .orderBy(asc(auditLog.keyId));
  return counted.filter(({ keyId }) => keyId !== keys.currentId);
}

/** Users whose second factor no key decrypts: they could not sign in. */
export async function countSecretsWithoutKey({ db, keys }: Pick<Bank, 'db' | 'keys'>): Promise<number> {
  const { users } = db.tables;
  const underOthers = keys.ids.map((keyId) => notLike(users.totpSecret, `v1:${keyId}:%`));
  return db.$count(users, and(isNotNull(users.totpSecret), ...underOthers));
}
