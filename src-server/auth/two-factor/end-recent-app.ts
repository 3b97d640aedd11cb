import type { Tx } from '#db/db';
import { record } from '#server/audit/record';
import type { UserRow } from '../user-answer.ts';
import { removeFactor, wasTurnedOnSince } from './undo-link.ts';

type Ending = { since: Date; provenBy: 'email_undo' | 'administrator' };

/**
 * Turns off an app that was turned on since a moment of the last 72 hours: it may be that of whoever is shut out. Lock the user's
 * row first. Returns whether there was one.
 */
export async function endRecentApp(
  tx: Tx,
  ctx: Parameters<typeof record>[1],
  user: UserRow,
  { since, provenBy }: Ending,
): Promise<boolean> {
  if (user.totpSecret === null || !(await wasTurnedOnSince(tx, user.id, since))) return false;
  await removeFactor(tx, user.id);
  await record(tx, ctx, { action: 'disable_two_factor', entityId: user.id, changes: { provenBy } });
  return true;
}
