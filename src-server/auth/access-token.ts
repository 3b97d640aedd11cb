import { hash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import { TOKEN_TOUCH_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { among } from '#server/kernel/any-of';
import type { Bank, SignedInUser, UsedToken } from '#server/kernel/context';
import { noteUse, type WriteUses } from './note-use.ts';

/** `vb_` lets secret scanners recognize it; then 32 random bytes. */
const SECRET = /^vb_[\w-]{43}$/;

export const newTokenSecret = (): string => `vb_${randomBytes(32).toString('base64url')}`;

/** 256 random bits need no slow hash. */
export const tokenHashOf = (secret: string): string => hash('sha256', secret);

/** Null if unknown, expired (real time), revoked or of a deactivated user. Notes its use at most once a minute. */
export async function findAccessToken(
  bank: Pick<Bank, 'db' | 'clock' | 'log'>,
  secret: string,
): Promise<{ user: SignedInUser; token: UsedToken } | null> {
  if (!SECRET.test(secret)) return null;
  const now = bank.clock.real();
  const [row] = await bank.db
    .prepared('auth.accessToken', (on, { accessTokens, users }) =>
      on
        .select({
          ...columnsOf(
            accessTokens,
            'id',
            'mayMoveMoney',
            'perCallCents',
            'perDayCents',
            'expiresAt',
            'lastUsedAt',
          ),
          userId: users.id,
          fullName: users.fullName,
          role: users.role,
        })
        .from(accessTokens)
        .innerJoin(users, eq(users.id, accessTokens.userId))
        .where(
          and(
            eq(accessTokens.tokenHash, sql.placeholder('hash')),
            isNull(accessTokens.revokedAt),
            eq(users.isActive, true),
          ),
        ),
    )
    .execute({ hash: tokenHashOf(secret) });
  if (!row || row.expiresAt <= now) return null;
  const { id, mayMoveMoney, perCallCents, perDayCents, lastUsedAt, userId, fullName, role } = row;
  const isFresh = lastUsedAt && lastUsedAt > secondsAfter(now, -TOKEN_TOUCH_SECONDS);
  if (!isFresh) noteUse(bank, { id, at: now, write: touch });
  return { user: { id: userId, fullName, role }, token: { id, mayMoveMoney, perCallCents, perDayCents } };
}

const touch: WriteUses = (tx, ids, at) => {
  const { accessTokens } = tx.tables;
  const isStale = or(
    isNull(accessTokens.lastUsedAt),
    lte(accessTokens.lastUsedAt, secondsAfter(at, -TOKEN_TOUCH_SECONDS)),
  );
  return tx
    .update(accessTokens)
    .set({ lastUsedAt: at })
    .where(and(among(tx, accessTokens.id, ids), gt(accessTokens.expiresAt, at), isStale));
};
