import type { Tx } from '#db/db';
import { TWO_FACTOR_UNDO_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { refuse } from '#domain/refusal';
import { hasTrustedPasskey } from '#server/access/required-two-factor';
import { record } from '#server/audit/record';
import type { SessionContext, SignedInContext } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { countInTransaction } from '../attempts.ts';
import { trustedEmail } from '../email-hold.ts';
import { lockedRow } from '../own-row.ts';
import { isConfirmedAgain } from '../profile/contact-states.ts';
import { wasTurnedOnSince } from '../two-factor/undo-link.ts';
import type { UserRow } from '../user-answer.ts';
import { setFrozen } from './freeze.ts';
import { frozenSince } from './frozen.ts';

/**
 * Lets money leave again. Whoever knows only the password must not: without a second factor, or while it can still be undone,
 * the e-mail must have been confirmed again since the freeze. A passkey that counted at the freeze is part of the fresh proof.
 * Refuses NOT_FROZEN_BY_OWNER, CONTACT_NOT_CONFIRMED, TOO_MANY_ATTEMPTS.
 */
export async function unfreeze(ctx: SessionContext): Promise<{ success: true }> {
  await ctx.db.transaction(async (tx) => {
    await refuseUnproven(tx, ctx);
    await countInTransaction(tx, ctx, 'unfreeze', ctx.user.id);
    const user = await thaw(tx, ctx, ctx.user.id);
    await queueMessage(tx, ctx, 'unfrozen_by_owner', user, ctx);
    await record(tx, ctx, { action: 'unfreeze_by_owner', entityId: user.id });
  });
  return { success: true };
}

async function refuseUnproven(tx: Tx, { clock, user: { id } }: SessionContext): Promise<void> {
  const since = await frozenSince(tx, id);
  if (since === null) refuse('NOT_FROZEN_BY_OWNER');
  const user = await lockedRow(tx, id);
  const now = clock.real();
  // One that a thief added shortly before would count a day later, in the middle of the freeze.
  if (await hasTrustedPasskey(tx, id, since)) return;
  const undoable = secondsAfter(now, -TWO_FACTOR_UNDO_SECONDS);
  if (user.totpSecret !== null && !(await wasTurnedOnSince(tx, id, undoable))) return;
  if (!isConfirmedAgain(user, since))
    refuse('CONTACT_NOT_CONFIRMED', {
      text: 'Confirme de novo o seu e-mail em Meu Perfil para descongelar a conta, ou fale com o atendimento',
    });
  const { until } = await trustedEmail(tx, user, now);
  if (until !== null)
    refuse('CONTACT_NOT_CONFIRMED', {
      text: 'Seu e-mail mudou há menos de 72 horas: para descongelar a conta agora, fale com o atendimento',
    });
}

/** Locks and returns the holder's row. Refuses NOT_FROZEN_BY_OWNER. */
export async function thaw(
  tx: Tx,
  { clock }: Pick<SignedInContext, 'clock'>,
  userId: string,
): Promise<UserRow> {
  const user = await lockedRow(tx, userId);
  if ((await frozenSince(tx, userId)) === null) refuse('NOT_FROZEN_BY_OWNER');
  await setFrozen(tx, userId, { frozenAt: null, at: clock.real() });
  return user;
}
