import { eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { UNFREEZE_CONTACT_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { requireProof } from '#server/access/proof';
import { record } from '#server/audit/record';
import type { SessionContext, SignedInContext } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { countInTransaction } from '../attempts.ts';
import { factorsEndAt } from '../lost-factors/factors-end.ts';
import { lockedRow } from '../own-row.ts';
import { isConfirmedAgain } from '../profile/contact-states.ts';
import type { UserRow } from '../user-answer.ts';
import { setFrozen } from './freeze.ts';
import { frozenSince } from './frozen.ts';

/**
 * Lets money leave again. Neither the password nor a factor alone is enough, since whoever added it may have it: the proof is given since
 * the sign-in, whose own is also that of whoever copied its cookie, and the e-mail must have been confirmed again since the freeze and
 * be the one from before it. Refuses REAUTHENTICATE, NOT_FROZEN_BY_OWNER, CONTACT_NOT_CONFIRMED, TOO_MANY_ATTEMPTS.
 */
export async function unfreeze(ctx: SessionContext): Promise<{ success: true }> {
  await requireProof(ctx, { underRules: 'sinceSignIn' });
  await ctx.db.transaction(async (tx) => {
    await refuseUnproven(tx, ctx);
    await countInTransaction(tx, ctx, 'unfreeze', sharerOf(ctx));
    const user = await thaw(tx, ctx, ctx.user.id);
    await queueMessage(tx, ctx, 'unfrozen_by_owner', user, ctx);
    await record(tx, ctx, { action: 'unfreeze_by_owner', entityId: user.id });
  });
  return { success: true };
}

async function refuseUnproven(tx: Tx, { user: { id } }: SessionContext): Promise<void> {
  const user = await lockedRow(tx, id);
  const { since, endedKeys, contactChangedAt } = await frozenState(tx, id);
  // The factors that would prove it are those whose end was asked for.
  if ((await factorsEndAt(tx, id)) !== null)
    refuse('CONTACT_NOT_CONFIRMED', {
      text: 'O fim dos seus segundos fatores foi pedido ao banco: a conta só descongela depois dele',
    });
  // Without them the mailbox, from which a letter's link freezes, would be enough to take the account.
  if (endedKeys)
    refuse('CONTACT_NOT_CONFIRMED', {
      text: 'O congelamento encerrou uma chave de acesso que já valia: para descongelar, fale com o atendimento',
    });
  if (contactChangedAt !== null && contactChangedAt > secondsAfter(since, -UNFREEZE_CONTACT_SECONDS))
    refuse('CONTACT_NOT_CONFIRMED', {
      text: 'Seu e-mail ou telefone mudou nos 30 dias antes de você congelar a conta, ou depois: para descongelar, fale com o atendimento',
    });
  if (!isConfirmedAgain(user, since))
    refuse('CONTACT_NOT_CONFIRMED', {
      text: 'Confirme de novo o seu e-mail em Meu Perfil para descongelar a conta, ou fale com o atendimento',
    });
}

async function frozenState(tx: Tx, userId: string) {
  const { protections } = tx.tables;
  const [row] = await tx
    .select({
      since: protections.frozenAt,
      endedKeys: protections.freezeEndedKeys,
      contactChangedAt: protections.contactChangedAt,
    })
    .from(protections)
    .where(eq(protections.userId, userId));
  const since = row?.since ?? refuse('NOT_FROZEN_BY_OWNER');
  return { ...row, since, contactChangedAt: row?.contactChangedAt ?? null };
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
