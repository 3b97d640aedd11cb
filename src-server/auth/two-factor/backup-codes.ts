import { randomInt } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { BACKUP_CODE_ALPHABET, BACKUP_CODE_LENGTH } from '#domain/auth/two-factor';
import { BACKUP_CODES } from '#domain/limits';
import type { Bank } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import type { KeyRing } from '#server/kernel/keys';
import type { Counted } from '../attempts.ts';
import { hashPassword, NOBODYS_HASH, verifyPassword } from '../password.ts';

const PURPOSE = 'backup-code';
/** 18 bits: enough to tell ten codes apart, too few to find one by. */
const SELECTOR_LENGTH = 3;

/** Ten new codes without their dashes. */
export const newBackupCodes = (): string[] =>
  Array.from({ length: BACKUP_CODES }, () =>
    Array.from(
      { length: BACKUP_CODE_LENGTH },
      () => BACKUP_CODE_ALPHABET[randomInt(BACKUP_CODE_ALPHABET.length)] ?? '',
    ).join(''),
  );

/** A code as the database keeps it: what finds it (`key id:few bits of a keyed hash`), and its argon2id hash. */
export type HashedCode = { selector: string; codeHash: string };

/** Hashes codes, before the transaction that keeps them. Refuses BUSY. */
export async function hashBackupCodes(
  counted: Counted,
  keys: KeyRing,
  userId: string,
  codes: readonly string[],
): Promise<HashedCode[]> {
  const hashed: HashedCode[] = [];
  // One after another: ten at once would take every turn there is.
  for (const code of codes) {
    const selector = selectorsOf(keys, userId, code).get(keys.currentId) ?? '';
    hashed.push({ selector, codeHash: await hashPassword(counted, code) });
  }
  return hashed;
}

/** Puts these codes in the place of all that the user had. The user's row must be locked, so that two do not both add. */
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

/** Deletes all codes of a user, used or not. */
export async function deleteBackupCodes(tx: Tx, userId: string): Promise<void> {
  const { backupCodes } = tx.tables;
  await tx.delete(backupCodes).where(eq(backupCodes.userId, userId));
}

/** The id of the user's unused code that this is, or null. Takes as long for a wrong one. Refuses BUSY. */
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
    // What a key found that has left the ring since, only the slow hash can tell.
    return !selectors.has(keyId) || selectors.get(keyId) === selector;
  });
  for (const { id, codeHash } of candidates) if (await verifyPassword(counted, codeHash, code)) return id;
  if (candidates.length === 0) await verifyNobodysCode(counted, code);
  return null;
}

/** Takes as long as the verification of a code, and is never right. */
export async function verifyNobodysCode(counted: Counted, code: string): Promise<void> {
  await verifyPassword(counted, NOBODYS_HASH, code);
}

/** Uses a code up; false when somebody did before. */
export async function spendBackupCode(tx: Tx, bank: Pick<Bank, 'clock'>, id: string): Promise<boolean> {
  const { backupCodes } = tx.tables;
  const used = await tx
    .update(backupCodes)
    .set({ usedAt: bank.clock.real() })
    .where(and(eq(backupCodes.id, id), isNull(backupCodes.usedAt)))
    .returning({ id: backupCodes.id });
  return used.length === 1;
}

/** How many codes a user has left. */
export async function countBackupCodes(
  db: Pick<Reader, '$count' | 'tables'>,
  userId: string,
): Promise<number> {
  const { backupCodes } = db.tables;
  return db.$count(backupCodes, and(eq(backupCodes.userId, userId), isNull(backupCodes.usedAt)));
}

/** What finds a code of a user, by each key on the ring. */
const selectorsOf = (keys: KeyRing, userId: string, code: string): Map<string, string> =>
  new Map(
    keys
      .signEach(PURPOSE, `${userId}|${code}`)
      .map(({ keyId, mac }) => [keyId, `${keyId}:${mac.slice(0, SELECTOR_LENGTH)}`]),
  );
