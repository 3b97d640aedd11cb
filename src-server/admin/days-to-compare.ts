import { desc } from 'drizzle-orm';
import type { Bank } from '#server/kernel/context';
import { USUAL_DAYS } from '#server/payments/reconcile/compare';
import { toReconciliation } from './reconciliations.ts';

/** So many runs back one is looked for that verified everything. */
const RUNS = 100;
const DAY_MS = 86_400_000;

/**
 * How many days the daily run compares with the provider: the usual ones, or all since a run last verified everything, so
 * that nothing that came in unheard during an outage is passed over. Null (whatever there ever was) when no run did.
 */
export async function daysToCompare({ db, clock }: Pick<Bank, 'db' | 'clock'>): Promise<number | null> {
  const { reconciliations } = db.tables;
  const runs = await db
    .select()
    .from(reconciliations)
    .orderBy(desc(reconciliations.createdAt), desc(reconciliations.id))
    .limit(RUNS);
  if (runs.length === 0) return USUAL_DAYS;
  const verified = runs.find((run) => toReconciliation(run, null).isVerified);
  if (!verified) return null;
  const passedMs = clock.now().getTime() - verified.createdAt.getTime();
  return Math.max(USUAL_DAYS, Math.ceil(passedMs / DAY_MS) + 1);
}
