import type { SessionContext } from '#server/kernel/context';
import { ownPasskeys, type PasskeyAnswer, passkeyAnswer } from './own-passkeys.ts';

/** The newest first. */
export async function listPasskeys({ db, user }: SessionContext): Promise<PasskeyAnswer[]> {
  return (await ownPasskeys(db, user.id)).map(passkeyAnswer);
}
