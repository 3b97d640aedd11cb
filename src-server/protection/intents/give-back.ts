import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { isLimited } from '#domain/protection/intent';
import { periodsAt } from '#domain/protection/periods';
import { USE_COLUMNS } from '../payment-writes.ts';
import type { IntentRow } from './intent-row.ts';

/**
 * Takes a payment that came back out of the sums of its periods, so that it can be paid again. Nothing happens for one that was not
 * counted. The caller makes sure that it comes back once.
 */
export async function giveBackUses(tx: Tx, paid: IntentRow): Promise<void> {
  const { userId, kind, amountCents, ownPeriod, method } = paid;
  if (method === null || !isLimited(kind)) return;
  const { limitUses } = tx.tables;
  const { hours, month } = periodsAt(paid.createdAt);
  const { key } = USE_COLUMNS[kind];
  const sum = limitUses[key];
  const left = sql`case when ${sum} > ${amountCents} then ${sum} - ${amountCents} else 0 end`;
  // In the order in which `addUses` locks the rows.
  for (const period of [hours.name, month.name, ...(ownPeriod ? [ownPeriod] : [])].sort())
    await tx
      .update(limitUses)
      .set({ [key]: left })
      .where(and(eq(limitUses.userId, userId), eq(limitUses.period, period)));
}
