import type { Tx } from '#db/db';
import { secondsAfter } from '#domain/moment';
import { formatBrl, toDecimal } from '#domain/money';
import type { ChangeLimitInput, ChangeMaximumInput } from '#domain/protection/limit-input';
import { chosenOf, limitOf, maximumOf } from '#domain/protection/limits';
import type { LimitRole } from '#domain/protection/words';
import { refuse } from '#domain/refusal';
import { missingProof } from '#server/access/proof';
import { record } from '#server/audit/record';
import { refuseFrozen } from '#server/auth/freeze/frozen';
import { lockedCustomer, lockedRow } from '#server/auth/own-row';
import { refuseCorrector } from '#server/auth/two-administrators';
import type { UserRow } from '#server/auth/user-answer';
import type { SessionContext, SignedInContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { queueMessage } from '#server/outbox/queue-message';
import { countChange } from './count-change.ts';
import { effectiveFor, type LimitsAnswer, limits, limitsOfUser, pendingRaises } from './limits.ts';
import { readProtections } from './standing-facts.ts';

/**
 * Lowers a limit at once, or raises it after 24 hours (BCB Resolution 142/2021: 24 to 48), which the customer is told and may
 * cancel. Both need a proof: whoever copied a cookie could otherwise set a limit to zero, which its owner could raise for the next day only.
 * Taking back a raise that waits needs none. A raise that waits is replaced. The amount that already holds, with no raise waiting, is neither kept, counted nor told. Refuses
 * LIMIT_ABOVE_MAXIMUM, REAUTHENTICATE, ACCOUNT_FROZEN_BY_OWNER (a raise), TOO_MANY_ATTEMPTS.
 */
export async function changeLimit(ctx: SessionContext, input: ChangeLimitInput): Promise<LimitsAnswer> {
  const missing = await missingProof(ctx, { always: 'whole', underRules: 'sinceSignIn' });
  await ctx.db.transaction(async (tx) => {
    const user = await lockedRow(tx, ctx.user.id);
    const now = ctx.clock.now();
    const current = await currentOf(tx, user, { ...input, now });
    const { chosenCents, limitCents, maximumCents, raiseAfterSeconds } = current;
    if (input.amount > maximumCents)
      refuse('LIMIT_ABOVE_MAXIMUM', {
        text: `O máximo deste limite é ${formatBrl(maximumCents)}. Para passar dele, fale com o atendimento.`,
      });
    const waiting = await waitingFor(tx, user.id, { ...input, now });
    if (input.amount === chosenCents && waiting.length === 0) return;
    const isRaise = input.amount > limitCents;
    await countChange(tx, ctx, { weakens: input.amount !== chosenCents, missing });
    if (isRaise) await refuseFrozen(tx, user.id);
    for (const raise of waiting) await cancel(tx, ctx, raise.id);
    const effectiveAt = isRaise ? secondsAfter(now, raiseAfterSeconds) : now;
    await insertRule(tx, ctx, { role: 'limit', userId: user.id, effectiveAt, reason: null, ...input });
    const facts = { ...input, beforeCents: limitCents, amountCents: input.amount, effectiveAt, isRaise };
    await queueMessage(tx, ctx, 'limit_changed', user, facts);
  });
  return limits(ctx);
}

/** Up to what a customer may choose, at once. The customer is told. Refuses NOT_FOUND, USER_CLOSED, CORRECTED_BY_YOU (a raise). */
export async function changeMaximum(
  ctx: SignedInContext,
  { id, reason, ...input }: ChangeMaximumInput,
): Promise<LimitsAnswer> {
  const user = await ctx.db.transaction(async (tx) => {
    const user = await lockedCustomer(tx, id);
    if (user.closedAt !== null) refuse('USER_CLOSED');
    const effectiveAt = ctx.clock.now();
    const { maximumCents: beforeCents } = await currentOf(tx, user, { ...input, now: effectiveAt });
    if (input.amount > beforeCents) await refuseCorrector(tx, ctx, id);
    await insertRule(tx, ctx, { role: 'maximum', userId: id, effectiveAt, reason, ...input });
    const facts = { ...input, beforeCents, amountCents: input.amount, reason };
    await queueMessage(tx, ctx, 'limit_maximum_changed', user, facts);
    return user;
  });
  return limitsOfUser(ctx, user);
}

/** Cancels a raise of the caller before it is in effect. Refuses NOT_FOUND. */
export async function cancelRaise(ctx: SessionContext, { id }: { id: string }): Promise<LimitsAnswer> {
  await ctx.db.transaction(async (tx) => {
    await lockedRow(tx, ctx.user.id);
    const raises = await pendingRaises(tx, ctx.user.id, ctx.clock.now());
    if (!raises.some((raise) => raise.id === id)) refuse('NOT_FOUND');
    await cancel(tx, ctx, id);
  });
  return limits(ctx);
}

type Which = Pick<ChangeLimitInput, 'kind' | 'window'>;

/** Raises of this limit that wait. */
async function waitingFor(tx: Tx, userId: string, { kind, window, now }: Which & { now: Date }) {
  const raises = await pendingRaises(tx, userId, now);
  return raises.filter((raise) => raise.kind === kind && raise.window === window);
}

async function cancel(tx: Tx, ctx: SessionContext, ruleId: string): Promise<void> {
  await tx
    .insert(tx.tables.limitCancellations)
    .values({ ruleId, cancelledById: ctx.user.id, cancelledAt: ctx.clock.now() });
  await record(tx, ctx, { action: 'cancel_limit_raise', entityId: ctx.user.id, changes: { ruleId } });
}

type NewRule = ChangeLimitInput & {
  role: LimitRole;
  userId: string;
  effectiveAt: Date;
  reason: string | null;
};

async function insertRule(tx: Tx, ctx: SignedInContext, { amount, ...rule }: NewRule): Promise<void> {
  await tx.insert(tx.tables.limitRules).values({
    ...rule,
    id: newId(),
    amountCents: amount,
    createdById: ctx.user.id,
    createdAt: ctx.clock.now(),
  });
  const { kind, window, role, reason, userId } = rule;
  await record(tx, ctx, {
    action: 'change_limit',
    entityId: userId,
    changes: { role, kind, window, amount: toDecimal(amount), ...(reason && { reason }) },
  });
}

async function currentOf(tx: Tx, user: UserRow, { kind, window, now }: Which & { now: Date }) {
  const own = (await readProtections(tx, [user.id])).get(user.id);
  const effective = effectiveFor(user, own?.rules ?? [], now);
  return {
    chosenCents: chosenOf(kind, window, effective),
    limitCents: limitOf(kind, window, effective),
    maximumCents: maximumOf(kind, window, effective),
    raiseAfterSeconds: effective.parameters.raiseAfterSeconds,
  };
}
