import { and, asc, eq, ne } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { EMAIL_UNDO_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { refuse } from '#domain/refusal';
import type { Bank } from '#server/kernel/context';
import { noteContactChange } from './contact-change.ts';
import { linkHashOf } from './link-token.ts';
import { isOpenAt } from './one-time.ts';
import type { UserRow } from './user-answer.ts';

type Reading = Pick<Reader, 'select' | 'tables'>;

/** Holds a former e-mail for 72 hours (real time): an undo link goes there, and nobody else may take it. */
export async function holdFormerEmail(
  tx: Tx,
  { clock }: Pick<Bank, 'clock'>,
  { user, email, token }: { user: UserRow; email: string; token: string },
): Promise<{ until: Date }> {
  const createdAt = clock.real();
  const until = secondsAfter(createdAt, EMAIL_UNDO_SECONDS);
  await noteContactChange(tx, user.id, createdAt);
  await tx.insert(tx.tables.emailUndos).values({
    id: linkHashOf(token),
    userId: user.id,
    formerEmail: user.email,
    email,
    createdAt,
    expiresAt: until,
  });
  return { until };
}

/**
 * The address for proofs of identity. While an e-mail change can be undone: the former one, and `until` when; otherwise
 * the current one, and null.
 */
export async function trustedEmail(
  db: Reading,
  user: Pick<UserRow, 'id' | 'email'>,
  now: Date,
): Promise<{ email: string; until: Date | null }> {
  const { emailUndos } = db.tables;
  const [first] = await db
    .select({ email: emailUndos.formerEmail, until: emailUndos.expiresAt })
    .from(emailUndos)
    .where(and(eq(emailUndos.userId, user.id), isOpenAt(emailUndos, now)))
    .orderBy(asc(emailUndos.createdAt))
    .limit(1);
  return first && first.email !== user.email ? first : { email: user.email, until: null };
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
