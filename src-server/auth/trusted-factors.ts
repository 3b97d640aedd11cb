import type { Reader } from '#db/db';
import { DEVICE_TRUST_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { isTrustedPasskey } from '#server/access/required-two-factor';
import { wasTurnedOnSince } from './two-factor/undo-link.ts';
import type { UserRow } from './user-answer.ts';

export type TrustedFactors = { hasApp: boolean; passkeys: { id: string; transports: string[] }[] };

/**
 * The authenticator app and passkeys that were added at least 24 hours before `now` (real time): whoever knows only the password
 * would otherwise add one and confirm any amount with it.
 */
export async function trustedFactors(
  db: Reader,
  user: Pick<UserRow, 'id' | 'totpSecret'>,
  now: Date,
): Promise<TrustedFactors> {
  const since = secondsAfter(now, -DEVICE_TRUST_SECONDS);
  const hasApp = user.totpSecret !== null && !(await wasTurnedOnSince(db, user.id, since));
  const { passkeys } = db.tables;
  const rows = await db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(isTrustedPasskey(passkeys, user.id, now));
  return { hasApp, passkeys: rows.map(({ id, transports }) => ({ id, transports: transports as string[] })) };
}
