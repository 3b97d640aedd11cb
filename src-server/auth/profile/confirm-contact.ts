import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { ConfirmContactInput, ContactChannel } from '#domain/auth/contact-code';
import { CONTACT_CODE } from '#domain/limits';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { countHashing } from '../attempts.ts';
import { verifyPassword } from '../password.ts';

/** Refuses CONTACT_CODE_INVALID (wrong, expired, used, too many tries, contact changed), TOO_MANY_ATTEMPTS. */
export async function confirmContact(
  ctx: SessionContext,
  { channel, code }: ConfirmContactInput,
): Promise<{ success: true }> {
  const { counted } = await countHashing(ctx, 'hash', ctx.user.id);
  const sent = await countTry(ctx, channel);
  if (!sent || !(await verifyPassword(counted, sent.codeHash, code))) refuse('CONTACT_CODE_INVALID');
  await ctx.db.transaction(async (tx) => {
    const { contactCodes: codes, users } = tx.tables;
    const at = ctx.clock.real();
    const [used] = await tx
      .update(codes)
      .set({ usedAt: at })
      .where(and(eq(codes.id, sent.id), isNull(codes.usedAt)))
      .returning({ id: codes.id });
    const [value, confirmed] =
      channel === 'email'
        ? [users.email, { emailConfirmedAt: at }]
        : ([users.phone, { phoneConfirmedAt: at }] as const);
    const [changed] = await tx
      .update(users)
      .set(confirmed)
      .where(and(eq(users.id, ctx.user.id), eq(value, sent.sentTo)))
      .returning({ id: users.id });
    if (!used || !changed) refuse('CONTACT_CODE_INVALID');
    await record(tx, ctx, { action: 'confirm_contact', entityId: ctx.user.id, changes: { channel } });
  });
  return { success: true };
}

type Code = Tx['tables']['contactCodes']['$inferSelect'];

/** Counts a try before verification, so that concurrent calls get five in all. */
async function countTry(ctx: SessionContext, channel: ContactChannel): Promise<Code | null> {
  const now = ctx.clock.real();
  return ctx.db.transaction(async (tx) => {
    const { contactCodes: codes } = tx.tables;
    const [last] = await tx
      .select({ id: codes.id })
      .from(codes)
      .where(and(eq(codes.userId, ctx.user.id), eq(codes.channel, channel)))
      .orderBy(desc(codes.id))
      .limit(1);
    if (!last) return null;
    const isOpen = and(
      isNull(codes.usedAt),
      gt(codes.expiresAt, now),
      lt(codes.attempts, CONTACT_CODE.tries),
    );
    const [counted] = await tx
      .update(codes)
      .set({ attempts: sql`${codes.attempts} + 1` })
      .where(and(eq(codes.id, last.id), isOpen))
      .returning();
    return counted ?? null;
  });
}
