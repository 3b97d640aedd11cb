import { and, eq, isNull } from 'drizzle-orm';
import type { ConfirmContactInput } from '#domain/auth/contact-code';
import { CONTACT_CODE } from '#domain/limits';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { countHashing } from '../attempts.ts';
import { countTry } from '../one-time.ts';
import { verifyPassword } from '../password.ts';

/** Refuses CONTACT_CODE_INVALID (wrong, expired, used, too many tries, contact changed), TOO_MANY_ATTEMPTS. */
export async function confirmContact(
  ctx: SessionContext,
  { channel, code }: ConfirmContactInput,
): Promise<{ success: true }> {
  const { counted } = await countHashing(ctx, 'hash', ctx.user.id);
  const { contactCodes: codes, users } = ctx.db.tables;
  const whose = and(eq(codes.userId, ctx.user.id), eq(codes.channel, channel));
  const sent = await countTry(ctx, codes, { whose, tries: CONTACT_CODE.tries });
  if (!sent || !(await verifyPassword(counted, sent.codeHash, code))) refuse('CONTACT_CODE_INVALID');
  await ctx.db.transaction(async (tx) => {
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
