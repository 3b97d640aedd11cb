import { eq } from 'drizzle-orm';
import type { AddPasskeyInput } from '#domain/auth/passkey';
import { PASSKEYS } from '#domain/limits';
import { refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { queueMessage } from '#server/outbox/queue-message';
import { countInTransaction } from '../attempts.ts';
import { countCeremony } from '../count-in-session.ts';
import { refuseFrozen } from '../freeze/frozen.ts';
import { endFactorsRequest } from '../lost-factors/factors-end.ts';
import { lockedActive } from '../own-row.ts';
import { spendChallenge } from './challenge.ts';
import { isOwn, type PasskeyAnswer, passkeyAnswer } from './own-passkeys.ts';
import { verifyAttestation } from './verify-attestation.ts';

/**
 * Verifies what the browser made and keeps its public key. Refuses PASSKEY_REFUSED, TOO_MANY_PASSKEYS, ACCOUNT_FROZEN_BY_OWNER,
 * TOO_MANY_ATTEMPTS, and UNAUTHENTICATED when the session ended meanwhile.
 */
export async function addPasskey(
  ctx: SessionContext,
  { name, created }: AddPasskeyInput,
): Promise<PasskeyAnswer> {
  await countCeremony(ctx);
  const expectedChallenge = await spendChallenge(ctx, 'register', created);
  const key = await verifyAttestation(ctx, created, expectedChallenge);
  const passkey = {
    ...{ id: newId(), userId: ctx.user.id, name, ...key, transports: created.transports },
    ...{ createdAt: ctx.clock.real(), lastUsedAt: null, endedAt: null },
  };
  await ctx.db.transaction(async (tx) => {
    const { passkeys, sessions } = tx.tables;
    const user = await lockedActive(tx, ctx.user.id);
    await refuseFrozen(tx, user.id);
    await countInTransaction(tx, ctx, 'deviceChange', sharerOf(ctx));
    const isOpen = (await tx.$count(sessions, eq(sessions.id, ctx.session.id))) > 0;
    if (!isOpen) refuse('UNAUTHENTICATED');
    if ((await tx.$count(passkeys, isOwn(passkeys, user.id))) >= PASSKEYS.most) refuse('TOO_MANY_PASSKEYS');
    const kept = await tx
      .insert(passkeys)
      .values(passkey)
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning({ id: passkeys.id });
    if (kept.length === 0) refuse('PASSKEY_REFUSED');
    const request = await endFactorsRequest(tx, user.id);
    await queueMessage(tx, ctx, 'passkey_added', user, { ...ctx, name });
    await record(tx, ctx, {
      action: 'create_passkey',
      entityId: passkey.id,
      changes: { name, isMultiDevice: key.isMultiDevice, transports: created.transports, ...request },
    });
  });
  return passkeyAnswer(passkey);
}
