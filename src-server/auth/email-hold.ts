import { and, asc, eq, ne } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { EMAIL_UNDO_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { refuse } from '#domain/refusal';
import type { Bank } from '#server/kernel/context';
import { noteContactChange } from './contact-change.ts';
import { voidFreezeLinks } from './freeze/void-links.ts';
import { linkHashOf } from './link-token.ts';
import { isOpenAt } from './one-time.ts';
import type { UserRow } from './user-answer.ts';

type Reading = Pick<Reader, 'select' | 'tables'>;

/** Where the letter about a change of e-mail goes; `undo`: the link in it, null if there is nothing to undo. */
export type FormerEmail = { to: UserRow; undo: { token: string; until: Date } | null };

/**
 * Holds a former e-mail for 72 hours (real time): an undo link goes there, and nobody else may take it. While an earlier change can be
 * undone, the address from before it stays the one held, until then: the one in between may be an intruder's, and gets no link, but its letters
 * still freeze, since it may be the owner's. A change back, and the bank's correction for a customer whom it has deactivated, leave nothing to
 * undo, and older letters freeze nothing.
 */
export async function holdFormerEmail(
  tx: Tx,
  { clock }: Pick<Bank, 'clock'>,
  { user, email, token }: { user: UserRow; email: string; token: string },
): Promise<FormerEmail> {
  const createdAt = clock.real();
  await noteContactChange(tx, user.id, createdAt);
  const { emailUndos } = tx.tables;
  const earlier = await firstOpenUndo(tx, user.id, createdAt);
  const former = earlier?.email ?? user.email;
  if (former === email || !user.isActive) {
    const isOpen = and(eq(emailUndos.userId, user.id), isOpenAt(emailUndos, createdAt));
    await tx.update(emailUndos).set({ usedAt: createdAt }).where(isOpen);
    await voidFreezeLinks(tx, user.id, createdAt);
    return { to: user, undo: null };
  }
  // No further change makes an address that was left count for longer.
  const until = earlier?.until ?? secondsAfter(createdAt, EMAIL_UNDO_SECONDS);
  const formerConfirmedAt = earlier ? earlier.confirmedAt : user.emailConfirmedAt;
  await tx.insert(emailUndos).values({
    id: linkHashOf(token),
    userId: user.id,
    formerEmail: former,
    formerConfirmedAt,
    email,
    createdAt,
    expiresAt: until,
  });
  return { to: { ...user, email: former, emailConfirmedAt: formerConfirmedAt }, undo: { token, until } };
}

type Address = Pick<UserRow, 'email' | 'emailConfirmedAt'>;

/**
 * The address for proofs of identity, and when it was confirmed. While an e-mail change can be undone: the former one, and `until` when;
 * otherwise the current one, and null.
 */
export async function trustedEmail(
  db: Reading,
  user: Pick<UserRow, 'id'> & Address,
  now: Date,
): Promise<Address & { until: Date | null }> {
  const first = await firstOpenUndo(db, user.id, now);
  return first && first.email !== user.email
    ? { email: first.email, emailConfirmedAt: first.confirmedAt, until: first.until }
    : { email: user.email, emailConfirmedAt: user.emailConfirmedAt, until: null };
}

/** The user as the receiver of what goes to that address. */
export async function atTrustedEmail(db: Reading, user: UserRow, now: Date): Promise<UserRow> {
  const { email, emailConfirmedAt } = await trustedEmail(db, user, now);
  return { ...user, email, emailConfirmedAt };
}

/** Of the first change that can be undone; null: there is none. */
async function firstOpenUndo(db: Reading, userId: string, now: Date) {
  const { emailUndos } = db.tables;
  const [first] = await db
    .select({
      email: emailUndos.formerEmail,
      confirmedAt: emailUndos.formerConfirmedAt,
      until: emailUndos.expiresAt,
    })
    .from(emailUndos)
    .where(and(eq(emailUndos.userId, userId), isOpenAt(emailUndos, now)))
    .orderBy(asc(emailUndos.createdAt))
    .limit(1);
  return first ?? null;
}

/** The user for whom a former e-mail is held; null if nobody. */
export async function holderOf(db: Reading, email: string, now: Date): Promise<UserRow | null> {
  const { emailUndos, users } = db.tables;
  const [held] = await db
    .select({ user: users })
    .from(emailUndos)
    .innerJoin(users, eq(users.id, emailUndos.userId))
    .where(and(eq(emailUndos.formerEmail, email), isOpenAt(emailUndos, now)))
    .limit(1);
  return held?.user ?? null;
}

/**
 * Refuses ALREADY_REGISTERED for an address held for another user. Call after the write, so that holds committed
 * meanwhile count.
 */
export async function refuseHeldEmail(
  tx: Tx,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  now: Date,
): Promise<void> {
  const { emailUndos } = tx.tables;
  const held = await tx.$count(
    emailUndos,
    and(eq(emailUndos.formerEmail, email), ne(emailUndos.userId, id), isOpenAt(emailUndos, now)),
  );
  if (held > 0) refuse('ALREADY_REGISTERED');
}
