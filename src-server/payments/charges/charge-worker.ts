import { and, asc, eq, inArray, lte, notInArray } from 'drizzle-orm';
import type { Bank } from '#server/kernel/context';
import { drain } from '#server/work/queue';
import type { ProviderTask } from '../orders/order-worker.ts';
import { advanceCharge } from './advance-charge.ts';
import { recordEnds } from './record-ends.ts';

const AT_ONCE = { rows: 100, calls: 8 };

/** Ends the charges whose time is over, and takes every due one further. Processes share the work; a failing one delays no other. */
export async function advanceCharges(bank: Bank, isStopping?: () => boolean): Promise<void> {
  await endDue(bank);
  const tried: string[] = [];
  const work = (id: string) => {
    tried.push(id);
    return advanceCharge(bank, id);
  };
  await drain({ due: () => dueIds(bank, tried), work, atOnce: AT_ONCE.calls }, isStopping);
}

async function dueIds({ db, clock }: Bank, tried: readonly string[]): Promise<string[]> {
  const { charges } = db.tables;
  const due = await db
    .select({ id: charges.id })
    .from(charges)
    .where(and(lte(charges.nextLookAt, clock.real()), notInArray(charges.id, [...tried])))
    .orderBy(asc(charges.nextLookAt))
    .limit(AT_ONCE.rows);
  return due.map(({ id }) => id);
}

/** Open until then: the provider knows no moment, so its code is removed. */
async function endDue(bank: Bank): Promise<void> {
  const { db, clock } = bank;
  const { charges } = db.tables;
  const isOver = and(eq(charges.status, 'open'), lte(charges.endsAt, clock.now()));
  const over = await db.select({ id: charges.id }).from(charges).where(isOver).limit(AT_ONCE.rows);
  if (over.length === 0) return;
  const ids = over.map(({ id }) => id);
  await db.transaction(async (tx) => {
    const ended = await tx
      .update(charges)
      .set({ status: 'expired', concludedAt: charges.endsAt, attempts: 0, nextLookAt: clock.real() })
      .where(and(inArray(charges.id, ids), isOver))
      .returning({ id: charges.id });
    await recordEnds(tx, bank, ended, { status: 'expired' });
  });
}

/** Run by the order worker. */
export const CHARGES: ProviderTask = { name: 'charges', run: advanceCharges };
