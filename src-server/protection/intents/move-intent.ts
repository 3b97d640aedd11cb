import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { hasComeBack, type IntentState, isConcluded, statesBefore } from '#domain/protection/intent';
import { giveBackUses } from './give-back.ts';

/** `transactionId`: what pays it now, if it was reserved until now. */
type Move = { id: string; state: IntentState; at: Date; transactionId?: string | null };

/**
 * Takes a payment to its next state, in the commit that moves its order or reservation; if its money has come back, takes it out of the
 * limits' sums. Throws if it cannot become this: whoever calls has locked what it hangs on.
 */
export async function moveIntent(tx: Tx, { id, state, at, transactionId }: Move): Promise<void> {
  const { paymentIntents: intents } = tx.tables;
  const [moved] = await tx
    .update(intents)
    .set({ state, concludedAt: isConcluded(state) ? at : null, ...(transactionId && { transactionId }) })
    .where(and(eq(intents.id, id), inArray(intents.state, statesBefore(state))))
    .returning();
  if (!moved) throw new Error(`payment ${id} cannot become ${state}`);
  if (hasComeBack(state)) await giveBackUses(tx, moved);
}
