import { z } from 'zod';
import { databaseError } from '#db/error';
import { toDecimal } from '#domain/money';
import { type ChangeSignalsInput, signalRulesSchema } from '#domain/protection/signal-input';
import type { SignalRules } from '#domain/protection/signals';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { SignedInContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { tellRules } from '#server/outbox/tell-rules';
import { type RulesInForce, rulesInForce } from './signal-rules.ts';

/** `version` null: the rules that hold while nobody has chosen others. */
export const signalsSchema = z.object({ version: z.string().nullable(), rules: signalRulesSchema });
export type SignalsAnswer = z.output<typeof signalsSchema>;

export const signals = ({ db }: SignedInContext): Promise<SignalsAnswer> => rulesInForce(db);

/**
 * Switches other rules on, for payments from now on; all administrators are told. Refuses SIGNALS_CHANGED when the ones they are based on no longer hold.
 */
export async function changeSignals(
  ctx: SignedInContext,
  { basedOn, ...rules }: ChangeSignalsInput,
): Promise<SignalsAnswer> {
  const version = newId();
  try {
    await ctx.db.transaction(async (tx) => {
      const before = await rulesInForce(tx);
      if (before.version !== basedOn) refuse('SIGNALS_CHANGED');
      await tx.insert(tx.tables.signalRules).values({
        id: version,
        basedOn: basedOn ?? 'first',
        rules,
        createdById: ctx.user.id,
        createdAt: ctx.clock.now(),
      });
      await tellRules(tx, ctx, 'as regras que retêm ou recusam pagamentos suspeitos');
      await record(tx, ctx, {
        action: 'change_signals',
        entityId: version,
        changes: changesOf(before, rules),
      });
    });
  } catch (error) {
    // Another administrator was faster.
    const cause = databaseError(error);
    if (cause?.kind === 'unique' && cause.table === 'signal_rules') refuse('SIGNALS_CHANGED');
    throw error;
  }
  return { version, rules };
}

/** Name → from, to; of what is another. */
function changesOf({ rules: before }: RulesInForce, after: SignalRules) {
  const flat = ({ points, balanceFromCents, ...rules }: SignalRules): Record<string, number | string> => ({
    ...points,
    ...rules,
    balanceFrom: toDecimal(balanceFromCents),
  });
  const [from, to] = [flat(before), flat(after)];
  return Object.fromEntries(
    Object.keys(to)
      .filter((name) => from[name] !== to[name])
      .map((name) => [name, { from: from[name], to: to[name] }]),
  );
}
