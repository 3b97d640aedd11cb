import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { periodsAt } from '#domain/protection/periods';
import { USE_COLUMNS } from './payment-writes.ts';

/**
 * Takes a payment that came back out of the sums of its periods, in the commit of its reversal, so that it can be paid again.
 * Nothing happens for a payment that was not counted. The caller makes sure that it comes back once.
 */
export async function giveBackUses(tx: Tx, transactionId: string): Promise<void> {
  const { limitUses, paymentAuthorisations } = tx.tables;
  const [paid] = await tx
    .select()
    .from(paymentAuthorisations)
    .where(eq(paymentAuthorisations.transactionId, transactionId));
  if (!paid) return;
  const { userId, amountCents, ownPeriod } = paid;
  const { hours, month } = periodsAt(paid.createdAt);
  const { key } = USE_COLUMNS[paid.kind];
  const sum = limitUses[key];
  const left = sql`case when ${sum} > ${amountCents} then ${sum} - ${amountCents} else 0 end`;
  // In the order in which `addUses` locks the rows.
  for (const period of [hours.name, month.name, ...(ownPeriod ? [ownPeriod] : [])].sort())
    await tx
      .update(limitUses)
      .set({ [key]: left })
      .where(and(eq(limitUses.userId, userId), eq(limitUses.period, period)));
}
