import { desc } from 'drizzle-orm';
import type { Bank } from '#server/kernel/context';
import { USUAL_DAYS } from '#server/payments/reconcile/compare';
import { toReconciliation } from './reconciliations.ts';

/** Past runs searched for one that verified everything. */
const RUNS = 100;
const DAY_MS = 86_400_000;

/** Days back to compare: to the last run that verified everything, so that an outage is covered. Null: all of history. */
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
