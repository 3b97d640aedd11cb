import { toDecimal } from '#domain/money';
import type { ChangeProtectionInput } from '#domain/protection/limit-input';
import { undoMinutesOf } from '#domain/protection/waiting';
import { refuse } from '#domain/refusal';
import { missingProof } from '#server/access/proof';
import { record } from '#server/audit/record';
import { countAttempt } from '#server/auth/attempts';
import { refuseFrozen } from '#server/auth/freeze/frozen';
import { lockedRow } from '#server/auth/own-row';
import type { SessionContext } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { type LimitsAnswer, limits } from './limits.ts';
import { readProtections } from './standing-facts.ts';

/**
 * Turns the rules for money on or off where they are optional, sets the amount above which every payment is confirmed, and for how
 * long the first payment to a new payee can be undone. What weakens the protection needs a proof. Refuses VALIDATION (the rules
 * hold for everybody), REAUTHENTICATE and ACCOUNT_FROZEN_BY_OWNER (what weakens it), TOO_MANY_ATTEMPTS.
 */
export async function changeProtection(
  ctx: SessionContext,
  { hasRules, confirmAbove, undoMinutes }: ChangeProtectionInput,
): Promise<LimitsAnswer> {
  if (hasRules === false && ctx.env.MONEY_RULES === 'standard')
    refuse('VALIDATION', { text: 'Os limites e as confirmações valem para todos os clientes' });
  await countAttempt(ctx, 'limitChange', ctx.user.id);
  const missing = await missingProof(ctx, { always: 'whole', underRules: 'sinceSignIn' });
  await ctx.db.transaction(async (tx) => {
    const user = await lockedRow(tx, ctx.user.id);
    const own = (await readProtections(tx, [user.id])).get(user.id);
    const before = {
      hasRules: own?.rulesSince != null,
      confirmAboveCents: own?.confirmAboveCents ?? null,
      undoMinutes: undoMinutesOf(own?.undoMinutes ?? null, ctx.clock.now()),
    };
    if (weakens(before, { hasRules, confirmAbove, undoMinutes })) {
      if (missing) throw missing;
      await refuseFrozen(tx, user.id);
    }
    const set = {
      ...(hasRules !== undefined && { rulesSince: hasRules ? (own?.rulesSince ?? ctx.clock.now()) : null }),
      ...(confirmAbove !== undefined && { confirmAboveCents: confirmAbove }),
      ...(undoMinutes !== undefined && { undoMinutes }),
    };
    const { protections } = tx.tables;
    await tx
      .insert(protections)
      .values({ userId: user.id, ...set })
      .onConflictDoUpdate({ target: protections.userId, set });
    const changes = {
      ...(hasRules !== undefined && { hasRules }),
      ...(confirmAbove !== undefined && {
        confirmAbove: confirmAbove === null ? null : toDecimal(confirmAbove),
      }),
      ...(undoMinutes !== undefined && { undoMinutes }),
    };
    const told = { hasRules, confirmAboveCents: confirmAbove, undoMinutes };
    await queueMessage(tx, ctx, 'protection_changed', user, told);
    await record(tx, ctx, { action: 'change_protection', entityId: user.id, changes });
  });
  return limits(ctx);
}

type Before = { hasRules: boolean; confirmAboveCents: number | null; undoMinutes: number };

function weakens(before: Before, { hasRules, confirmAbove, undoMinutes }: ChangeProtectionInput): boolean {
  if (before.hasRules && hasRules === false) return true;
  if (undoMinutes !== undefined && undoMinutes < before.undoMinutes) return true;
  if (confirmAbove === undefined || before.confirmAboveCents === null) return false;
  return confirmAbove === null || confirmAbove > before.confirmAboveCents;
}
