import type { Tx } from '#db/db';
import { toDecimal } from '#domain/money';
import type { ChangeProtectionInput } from '#domain/protection/limit-input';
import { undoMinutesOf } from '#domain/protection/waiting';
import { refuse } from '#domain/refusal';
import { missingProof } from '#server/access/proof';
import { record } from '#server/audit/record';
import { refuseFrozen } from '#server/auth/freeze/frozen';
import { lockedRow } from '#server/auth/own-row';
import type { UserRow } from '#server/auth/user-answer';
import type { SessionContext } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { countChange } from './count-change.ts';
import { type LimitsAnswer, limits } from './limits.ts';
import { readProtections } from './standing-facts.ts';

/**
 * Turns the rules for money on or off where they are optional, sets the amount above which every payment is confirmed, and for how
 * long the first payment to a new payee can be undone. What weakens the protection needs a proof; what changes nothing is neither counted
 * nor told. Refuses VALIDATION (the rules hold for everybody), REAUTHENTICATE and ACCOUNT_FROZEN_BY_OWNER (what weakens it),
 * TOO_MANY_ATTEMPTS.
 */
export async function changeProtection(
  ctx: SessionContext,
  input: ChangeProtectionInput,
): Promise<LimitsAnswer> {
  if (input.hasRules === false && ctx.env.MONEY_RULES === 'standard')
    refuse('VALIDATION', { text: 'Os limites e as confirmações valem para todos os clientes' });
  const missing = await missingProof(ctx, { always: 'whole', underRules: 'sinceSignIn' });
  await ctx.db.transaction(async (tx) => {
    const user = await lockedRow(tx, ctx.user.id);
    const own = (await readProtections(tx, [user.id])).get(user.id);
    const before = {
      hasRules: own?.rulesSince != null,
      confirmAbove: own?.confirmAboveCents ?? null,
      undoMinutes: undoMinutesOf(own?.undoMinutes ?? null, ctx.clock.now()),
    };
    const changed = changedIn(before, input);
    if (Object.keys(changed).length === 0) return;
    const isWeaker = weakens(before, changed);
    await countChange(tx, ctx, { weakens: isWeaker, missing });
    if (isWeaker) await refuseFrozen(tx, user.id);
    await write(tx, ctx, user, changed);
  });
  return limits(ctx);
}

type Before = { hasRules: boolean; confirmAbove: number | null; undoMinutes: number };

/** Without what holds already. */
function changedIn(before: Before, { hasRules, confirmAbove, undoMinutes }: ChangeProtectionInput) {
  return {
    ...(hasRules !== undefined && hasRules !== before.hasRules && { hasRules }),
    ...(confirmAbove !== undefined && confirmAbove !== before.confirmAbove && { confirmAbove }),
    ...(undoMinutes !== undefined && undoMinutes !== before.undoMinutes && { undoMinutes }),
  };
}
type Changed = ReturnType<typeof changedIn>;

function weakens(before: Before, { hasRules, confirmAbove, undoMinutes }: Changed): boolean {
  if (hasRules === false) return true;
  if (undoMinutes !== undefined && undoMinutes < before.undoMinutes) return true;
  if (confirmAbove === undefined || before.confirmAbove === null) return false;
  return confirmAbove === null || confirmAbove > before.confirmAbove;
}

/** With its letter and audit row. */
async function write(tx: Tx, ctx: SessionContext, user: UserRow, changed: Changed): Promise<void> {
  const { hasRules, confirmAbove, undoMinutes } = changed;
  const { protections } = tx.tables;
  const set = {
    ...(hasRules !== undefined && { rulesSince: hasRules ? ctx.clock.now() : null }),
    ...(confirmAbove !== undefined && { confirmAboveCents: confirmAbove }),
    ...(undoMinutes !== undefined && { undoMinutes }),
  };
  await tx
    .insert(protections)
    .values({ userId: user.id, ...set })
    .onConflictDoUpdate({ target: protections.userId, set });
  const told = { hasRules, confirmAboveCents: confirmAbove, undoMinutes };
  await queueMessage(tx, ctx, 'protection_changed', user, told);
  const changes = {
    ...changed,
    ...(confirmAbove != null && { confirmAbove: toDecimal(confirmAbove) }),
  };
  await record(tx, ctx, { action: 'change_protection', entityId: user.id, changes });
}
