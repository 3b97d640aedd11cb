import type { Tx } from '#db/db';
import type { WithReasonInput } from '#domain/admin/reason';
import { FACTORS_END_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import { atTrustedEmail } from '#server/auth/email-hold';
import { factorsEndAt, hasFactors, setFactorsEnd } from '#server/auth/lost-factors/factors-end';
import { keepFactors } from '#server/auth/lost-factors/keep-factors';
import { lockedCustomer } from '#server/auth/own-row';
import { refuseCorrector } from '#server/auth/two-administrators';
import type { SessionContext } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { type AdminUser, adminUser } from './users.ts';

/**
 * For a customer who was identified and has lost app and passkeys: they end a day later, and the customer, who is told, can take it
 * back until then. Refuses NOT_FOUND (also for administrators), USER_CLOSED, TWO_FACTOR_NOT_ENABLED, FACTORS_END_ASKED,
 * CORRECTED_BY_YOU.
 */
export const askFactorsEnd = (ctx: SessionContext, { id, reason }: WithReasonInput): Promise<AdminUser> =>
  ctx.db.transaction(async (tx) => {
    await ask(tx, ctx, { id, reason });
    return adminUser(tx, id);
  });

async function ask(tx: Tx, ctx: SessionContext, { id, reason }: WithReasonInput): Promise<void> {
  const user = await lockedCustomer(tx, id);
  if (user.closedAt !== null) refuse('USER_CLOSED');
  if (!(await hasFactors(tx, user)))
    refuse('TWO_FACTOR_NOT_ENABLED', { text: 'Este cliente não tem dois fatores nem chaves de acesso' });
  if (await factorsEndAt(tx, id)) refuse('FACTORS_END_ASKED');
  await refuseCorrector(tx, ctx, id);
  const now = ctx.clock.real();
  const until = secondsAfter(now, FACTORS_END_SECONDS);
  await setFactorsEnd(tx, id, until);
  await queueMessage(tx, ctx, 'factors_end_asked', await atTrustedEmail(tx, user, now), { until, reason });
  await record(tx, ctx, {
    action: 'ask_factors_end',
    entityId: id,
    changes: { endAt: until.toISOString(), reason },
  });
}

/** Takes the request back. Refuses NOT_FOUND, FACTORS_END_NOT_ASKED. */
export const keepCustomersFactors = (
  ctx: SessionContext,
  { id, reason }: WithReasonInput,
): Promise<AdminUser> =>
  ctx.db.transaction(async (tx) => {
    await keepFactors(tx, ctx, await lockedCustomer(tx, id), reason);
    return adminUser(tx, id);
  });
