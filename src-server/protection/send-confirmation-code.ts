import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { maskEmail } from '#domain/mask-email';
import { EMAIL_CODE_LENGTH } from '#domain/protection/confirmation';
import { paymentIn } from '#domain/protection/content';
import { refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { record } from '#server/audit/record';
import { countHashing } from '#server/auth/attempts';
import { ownRow } from '#server/auth/own-row';
import { hashPassword } from '#server/auth/password';
import type { SessionContext } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { openConfirmation, wayOf } from './confirmation.ts';

/** `sentTo` is masked. */
export const confirmationCodeSchema = z.object({ success: z.literal(true), sentTo: z.string() });

/**
 * Only the last code sent is valid. It goes to the former address while an e-mail change can be undone. Refuses NOT_FOUND,
 * CONFIRMATION_INVALID, CONFIRMATION_WAY (another way is asked for), TOO_MANY_ATTEMPTS, BUSY.
 */
export async function sendConfirmationCode(
  ctx: SessionContext,
  { id }: { id: string },
): Promise<z.output<typeof confirmationCodeSchema>> {
  const row = await openConfirmation(ctx, id);
  const { way, email } = await wayOf(ctx, row);
  if (way !== 'email') refuse('CONFIRMATION_WAY');
  const { counted } = await countHashing(ctx, 'confirmationCode', sharerOf(ctx));
  const code = String(randomInt(10 ** EMAIL_CODE_LENGTH)).padStart(EMAIL_CODE_LENGTH, '0');
  const codeHash = await hashPassword(counted, code);
  await ctx.db.transaction(async (tx) => {
    const { confirmations } = tx.tables;
    const user = await ownRow(tx, ctx.user.id);
    await tx.update(confirmations).set({ codeHash }).where(eq(confirmations.id, id));
    await queueMessage(tx, ctx, 'payment_code', { ...user, email }, { ...paymentIn(row.content), code });
    await record(tx, ctx, { action: 'request_payment_code', entityId: id });
  });
  return { success: true, sentTo: maskEmail(email) };
}
