import { and, eq, inArray } from 'drizzle-orm';
import type { Bank } from '#server/kernel/context';
import type { ProviderPayment } from '#server/provider/money-shapes';
import { recordEnds } from './record-ends.ts';

/** A charge whose code the provider has removed by itself can be paid by nobody: its owner and its page say so. */
export async function endRemoved(bank: Bank, { id, isDeleted }: ProviderPayment): Promise<void> {
  if (!isDeleted) return;
  await bank.db.transaction(async (tx) => {
    const { charges } = tx.tables;
    const ended = await tx
      .update(charges)
      .set({ status: 'cancelled', concludedAt: bank.clock.now(), nextLookAt: null })
      .where(and(eq(charges.providerId, id), inArray(charges.status, ['making', 'open'])))
      .returning({ id: charges.id });
    await recordEnds(tx, bank, ended, {
      status: 'cancelled',
      reason: 'Removida pelo provedor de pagamentos',
    });
  });
}
