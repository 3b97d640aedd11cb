import { refuse } from '#domain/refusal';
import { rulesHoldFor } from '#server/access/rules-hold';
import type { SignedInContext } from '#server/kernel/context';
import type { UserRow } from './user-answer.ts';

/**
 * Before a customer for whom the rules for money hold adds a passkey or an app: whoever opened an account with somebody else's document and
 * mailbox would have a key to it, or keep its owner out, after that one recovers the password. Refuses CONTACT_NOT_CONFIRMED.
 */
export async function requireConfirmedEmail(
  ctx: Pick<SignedInContext, 'db' | 'env'>,
  { id, role, emailConfirmedAt }: UserRow,
): Promise<void> {
  if (role === 'admin' || emailConfirmedAt !== null) return;
  if (await rulesHoldFor(ctx.db, ctx, id))
    refuse('CONTACT_NOT_CONFIRMED', { text: 'Confirme primeiro o seu e-mail em Meu Perfil' });
}
