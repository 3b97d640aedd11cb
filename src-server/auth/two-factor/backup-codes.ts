import { randomInt } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { BACKUP_CODE_ALPHABET, BACKUP_CODE_LENGTH } from '#domain/auth/two-factor';
import { BACKUP_CODES } from '#domain/limits';
import type { Bank } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import type { KeyRing } from '#server/kernel/keys';
import type { Counted } from '../attempts.ts';
import { DUMMY_HASH, hashPassword, verifyPassword } from '../password.ts';

const PURPOSE = 'backup-code';
/** Characters of base64, 18 bits: enough to tell ten codes apart, too few to guess one. */
const SELECTOR_LENGTH = 3;

export const newBackupCodes = (): string[] =>
  Array.from({ length: BACKUP_CODES }, () =>
    Array.from(
      { length: BACKUP_CODE_LENGTH },
      () => BACKUP_CODE_ALPHABET[randomInt(BACKUP_CODE_ALPHABET.length)] ?? '',
    ).join(''),
  );

/** `selector`: `key id:first 18 bits of a keyed hash`; `codeHash`: argon2id. */
export type HashedCode = { selector: string; codeHash: string };

/** Call before the transaction. Refuses BUSY. */
export async function hashBackupCodes(
  counted: Counted,
  keys: KeyRing,
  userId: string,
  codes: readonly string[],
): Promise<HashedCode[]> {
  const hashed: HashedCode[] = [];
  // One by one: ten at once would block the hashing queue.
  for (const code of codes) {
    const selector = selectorsOf(keys, userId, code).get(keys.currentId) ?? '';
    hashed.push({ selector, codeHash: await hashPassword(counted, code) });
  }
  return hashed;
}

/** Replaces all codes of a user, whose row must be locked so that two calls do not both add. */
export async function replaceBackupCodes(
  tx: Tx,
  bank: Pick<Bank, 'clock'>,
  userId: string,
  hashed: readonly HashedCode[],
): Promise<void> {
  const createdAt = bank.clock.real();
  await deleteBackupCodes(tx, userId);
  const rows = hashed.map((code) => ({ ...code, id: newId(), userId, createdAt, usedAt: null }));
  await tx.insert(tx.tables.backupCodes).values(rows);
}

export async function deleteBackupCodes(tx: Tx, userId: string): Promise<void> {
  const { backupCodes } = tx.tables;
  await tx.delete(backupCodes).where(eq(backupCodes.userId, userId));
}

/** The id of the matching unused code, or null; as slow for a wrong one. Refuses BUSY. */
export async function findBackupCode(
  counted: Counted,
  { db, keys }: Pick<Bank, 'db' | 'keys'>,
  userId: string,
  code: string,
): Promise<string | null> {
  const { backupCodes } = db.tables;
  const unused = await db
    .select()
    .from(backupCodes)
    .where(and(eq(backupCodes.userId, userId), isNull(backupCodes.usedAt)));
  const selectors = selectorsOf(keys, userId, code);
  const candidates = unused.filter(({ selector }) => {
    const [keyId = ''] = selector.split(':');
    // If the selector's key has left the ring, only the slow hash decides.
    return !selectors.has(keyId) || selectors.get(keyId) === selector;
  });
  for (const { id, codeHash } of candidates) if (await verifyPassword(counted, codeHash, code)) return id;
  if (candidates.length === 0) await verifyDummyCode(counted, code);
  return null;
}

/** As slow as a real verification; always fails. */
export async function verifyDummyCode(counted: Counted, code: string): Promise<void> {
  await verifyPassword(counted, DUMMY_HASH, code);
}

export async function spendBackupCode(tx: Tx, bank: Pick<Bank, 'clock'>, id: string): Promise<boolean> {
  const { backupCodes } = tx.tables;
  const used = await tx
    .update(backupCodes)
    .set({ usedAt: bank.clock.real() })
    .where(and(eq(backupCodes.id, id), isNull(backupCodes.usedAt)))
    .returning({ id: backupCodes.id });
  return used.length === 1;
}

export async function countBackupCodes(
  db: Pick<Reader, '$count' | 'tables'>,
  userId: string,
): Promise<number> {
  const { backupCodes } = db.tables;
  return db.$count(backupCodes, and(eq(backupCodes.userId, userId), isNull(backupCodes.usedAt)));
}

const selectorsOf = (keys: KeyRing, userId: string, code: string): Map<string, string> =>
  new Map(
    keys
      .signEach(PURPOSE, `${userId}|${code}`)
      .map(({ keyId, mac }) => [keyId, `${keyId}:${mac.slice(0, SELECTOR_LENGTH)}`]),
  );
