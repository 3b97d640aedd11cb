import { DEFAULT_SIGNAL_RULES, type SignalRules } from '#domain/protection/signals';
import { newId } from '#server/kernel/id';
import { rulesInForce } from '#server/protection/signals/signal-rules';
import type { TestBank } from '#server/testing/test-bank';

/** Rules of signals that hold from now on. */
export async function putRules(
  { db, clock }: TestBank,
  { user }: { user: { id: string } },
  change: Partial<SignalRules>,
): Promise<void> {
  const rules = { ...DEFAULT_SIGNAL_RULES, ...change };
  await db.transaction(async (tx) => {
    const { version } = await rulesInForce(tx);
    const row = {
      id: newId(),
      basedOn: version ?? 'first',
      rules,
      createdById: user.id,
      createdAt: clock.now(),
    };
    await tx.insert(tx.tables.signalRules).values(row);
  });
}
