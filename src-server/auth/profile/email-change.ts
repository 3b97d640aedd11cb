import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { DEVICE_TRUST_SECONDS, EMAIL_LINK_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import type { SignedInContext } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { linkHashOf } from '../link-token.ts';
import { isOpenAt } from '../one-time.ts';
import type { UserRow } from '../user-answer.ts';

type NewEmail = { userId: string; email: string; at: Date };

/** Whether a link must be sent: the address is not the present one and has no open link. */
export async function needsLink(db: Pick<Reader, 'select' | 'tables'>, wanted: NewEmail): Promise<boolean> {
  const { users, emailChanges } = db.tables;
  const [present] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, wanted.userId), eq(users.email, wanted.email)));
  if (present) return false;
  const [open] = await db
    .select({ id: emailChanges.id })
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.userId, wanted.userId),
        eq(emailChanges.email, wanted.email),
        isOpenAt(emailChanges, wanted.at),
      ),
    );
  return !open;
}

export async function voidLinks(tx: Tx, userId: string): Promise<void> {
  const { emailChanges } = tx.tables;
  await tx.delete(emailChanges).where(and(eq(emailChanges.userId, userId), isNull(emailChanges.usedAt)));
}

/**
 * At most until the owner's first passkey begins to count: from then on stating an e-mail needs a proof, and the link cannot ask for the
 * passkey. One added later counts after the link's end.
 */
async function linkEnd(tx: Tx, userId: string, at: Date): Promise<Date> {
  const { passkeys } = tx.tables;
  const [first] = await tx
    .select({ createdAt: passkeys.createdAt })
    .from(passkeys)
    .where(and(eq(passkeys.userId, userId), isNull(passkeys.endedAt)))
    .orderBy(asc(passkeys.createdAt))
    .limit(1);
  const end = secondsAfter(at, EMAIL_LINK_SECONDS);
  const countsAt = first ? secondsAfter(first.createdAt, DEVICE_TRUST_SECONDS) : end;
  return countsAt > at && countsAt < end ? countsAt : end;
}

/** The link goes to the new address and voids older ones. Returns the pending address for the caller to store. */
export async function changeEmail(
  tx: Tx,
  ctx: SignedInContext,
  { user, email, token }: { user: UserRow; email: string; token: string },
): Promise<string | null> {
  if (email === user.email) {
    if (user.pendingEmail !== null) await voidLinks(tx, user.id);
    return null;
  }
  const real = ctx.clock.real();
  if (await needsLink(tx, { userId: user.id, email, at: real })) {
    await voidLinks(tx, user.id);
    await tx.insert(tx.tables.emailChanges).values({
      id: linkHashOf(token),
      userId: user.id,
      email,
      createdAt: real,
      expiresAt: await linkEnd(tx, user.id, real),
    });
    // The address is unconfirmed: the message shows nothing that was typed.
    await queueMessage(tx, ctx, 'email_confirm', { ...user, email, emailConfirmedAt: null }, { token });
    await queueMessage(tx, ctx, 'email_change_asked', user, { email });
  }
  return email;
}
