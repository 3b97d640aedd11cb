import type { Tx } from '#db/db';
import { type AuditEvent, record } from '#server/audit/record';
import type { Context } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { knownDevice, markFor } from './device.ts';
import { endOldestSessions } from './oldest-sessions.ts';
import { newSessionToken, openSession, setSessionCookies } from './session.ts';
import type { UserRow } from './user-answer.ts';

/** `claim` spends the proofs in the session's commit; false, with nothing written, when they no longer suffice. */
export type LoginBasis = {
  claim: (tx: Tx) => Promise<boolean>;
  events?: AuditEvent[];
  secondFactor: 'app' | 'backup' | 'passkey' | null;
  /** The passkey that signed in; `isUnproven`: it proves nothing yet. */
  passkeyId?: string;
  isUnproven?: boolean;
};

/**
 * Opens the session and mails the owner about a new device. False, with nothing done, when the proofs no longer
 * suffice.
 */
export async function completeLogin(ctx: Context, user: UserRow, basis: LoginBasis): Promise<boolean> {
  const token = newSessionToken();
  const { isUnproven = false, secondFactor } = basis;
  const opening = {
    ...{ byFactor: secondFactor !== null && !isUnproven, isUnproven, mark: markFor(ctx, user.id) },
    ...(basis.passkeyId !== undefined && { passkeyId: basis.passkeyId }),
  };
  const isKnown = knownDevice(ctx.keys, ctx.request.deviceToken, user) !== null;
  const isOpen = await ctx.db.transaction(async (tx) => {
    if (!(await basis.claim(tx))) return false;
    const { publicId } = await openSession(tx, ctx, user, token, opening);
    if (!isKnown) await queueMessage(tx, ctx, 'new_login', user, ctx);
    const auditor = { ...ctx, user };
    await endOldestSessions(tx, auditor, { opened: publicId });
    for (const event of basis.events ?? []) await record(tx, auditor, event);
    await record(tx, auditor, {
      action: 'login',
      entityId: publicId,
      ...(secondFactor && { changes: { secondFactor } }),
    });
    return true;
  });
  if (isOpen) setSessionCookies(ctx, user, token, opening);
  return isOpen;
}
