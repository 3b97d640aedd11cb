import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { forNoKeyUpdate } from '#db/lock';
import type { FreezeByLinkInput } from '#domain/auth/freeze';
import { isPasskeyTrusted } from '#domain/auth/passkey';
import { FREEZE_LINK_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { Context, SignedInContext } from '#server/kernel/context';
import { readFreezeToken } from '#server/outbox/freeze-link';
import { queueMessage } from '#server/outbox/queue-message';
import { factorsEndAt } from '../lost-factors/factors-end.ts';
import { keepFactors } from '../lost-factors/keep-factors.ts';
import { lockedActive } from '../own-row.ts';
import { ownAccounts } from '../profile/closure-obstacles.ts';
import { endAllAccess } from '../revoke.ts';
import type { UserRow } from '../user-answer.ts';
import { frozenSince } from './frozen.ts';
import { voidFreezeLinks } from './void-links.ts';
import { withdrawRequests } from './withdraw-requests.ts';

/**
 * Ends every session and token, the caller's too, takes back what was asked for lately, and lets nothing leave until the owner
 * unfreezes. Can be repeated.
 */
export async function freeze(ctx: SignedInContext): Promise<{ success: true }> {
  await ctx.db.transaction(async (tx) => {
    const user = await lockedActive(tx, ctx.user.id);
    await freezeLocked(tx, ctx, user, { by: ctx.token ? 'token' : 'session', sentAt: ctx.clock.real() });
  });
  ctx.cookies.clear('session');
  return { success: true };
}

/** The same by the link of a letter: once, within 72 hours. Refuses FREEZE_LINK_INVALID. */
export async function freezeByLink(ctx: Context, { token }: FreezeByLinkInput): Promise<{ success: true }> {
  const link = readFreezeToken(ctx.keys, token, ctx.clock.real()) ?? refuse('FREEZE_LINK_INVALID');
  await ctx.db.transaction(async (tx) => {
    const { protections, users } = tx.tables;
    const [user] = await forNoKeyUpdate(tx.select().from(users).where(eq(users.id, link.userId)));
    const [row] = await tx
      .select({ from: protections.freezeLinksFrom })
      .from(protections)
      .where(eq(protections.userId, link.userId));
    const isVoid = row?.from && link.issuedAt < row.from;
    if (!user?.isActive || isVoid) refuse('FREEZE_LINK_INVALID');
    await freezeLocked(tx, { ...ctx, user }, user, { by: 'link', sentAt: link.issuedAt });
  });
  return { success: true };
}

type How = { by: 'session' | 'token' | 'link'; sentAt: Date };

/** The user's row is locked. Keys added since 72 hours before `sentAt`, when the letter was sent whose link freezes, or now, end. */
async function freezeLocked(tx: Tx, ctx: SignedInContext, user: UserRow, { by, sentAt }: How): Promise<void> {
  const at = ctx.clock.real();
  // A payment that is being decided holds one of them: it ends before, and the next ones see the freeze.
  await forNoKeyUpdate(ownAccounts(tx, user.id));
  const since = await frozenSince(tx, user.id);
  if (since === null) await setFrozen(tx, user.id, { frozenAt: at, at });
  else await voidFreezeLinks(tx, user.id, at);
  const after = secondsAfter(sentAt, -FREEZE_LINK_SECONDS);
  await noteKeysThatEnd(tx, user.id, { after, at });
  const ended = await endAllAccess(tx, user.id, { at, keys: after });
  const withdrawn = await withdrawRequests(tx, ctx, user, sentAt);
  // A request that is made after the freeze stays, however often it is repeated.
  if (since === null) await keepFactorsOfFrozen(tx, ctx, user);
  if (since === null)
    await queueMessage(tx, ctx, 'frozen_by_owner', user, { byLink: by === 'link', request: ctx.request });
  await record(tx, ctx, {
    action: 'freeze_by_owner',
    entityId: user.id,
    changes: { by, ...ended, ...withdrawn },
  });
}

/** Notes whether passkeys added after a moment, which end, count by now: the mailbox, which ended them, does not unfreeze then. */
export async function noteKeysThatEnd(
  tx: Tx,
  userId: string,
  { after, at }: Record<'after' | 'at', Date>,
): Promise<void> {
  const { passkeys, protections } = tx.tables;
  const ending = await tx
    .select({ createdAt: passkeys.createdAt })
    .from(passkeys)
    .where(and(eq(passkeys.userId, userId), isNull(passkeys.endedAt), gt(passkeys.createdAt, after)));
  if (ending.some(({ createdAt }) => isPasskeyTrusted(createdAt, at)))
    await tx.update(protections).set({ freezeEndedKeys: true }).where(eq(protections.userId, userId));
}

/** Whoever freezes did not ask the bank to end the factors. */
async function keepFactorsOfFrozen(tx: Tx, ctx: SignedInContext, user: UserRow): Promise<void> {
  if ((await factorsEndAt(tx, user.id)) !== null) await keepFactors(tx, ctx, user, null);
}

/** `at`: now, in real time. `frozenAt` null ends the freeze. */
export async function setFrozen(
  tx: Tx,
  userId: string,
  { frozenAt, at }: { frozenAt: Date | null; at: Date },
): Promise<void> {
  const { protections } = tx.tables;
  await tx.insert(protections).values({ userId }).onConflictDoNothing();
  await tx.update(protections).set({ frozenAt, freezeEndedKeys: null }).where(eq(protections.userId, userId));
  await voidFreezeLinks(tx, userId, at);
}
