import type { RecoveryCheckInput } from '#domain/auth/password';
import type { Context } from '#server/kernel/context';
import { countAttempt } from './attempts.ts';
import { linkHashOf } from './link-token.ts';
import { findOwnerOfLink } from './recovery-reset.ts';

/** Whether a recovery link can still be used; spends nothing. Refuses TOO_MANY_ATTEMPTS. */
export async function checkRecovery(
  ctx: Context,
  { token }: RecoveryCheckInput,
): Promise<{ isOpen: boolean }> {
  await countAttempt(ctx, 'verify', ctx.request.ip);
  return { isOpen: (await findOwnerOfLink(ctx, linkHashOf(token))) !== null };
}
