import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { isClockAhead } from '#server/kernel/clock-watch';
import type { Bank } from '#server/kernel/context';
import { drain } from '#server/work/queue';
import type { ProviderTask } from '../orders/order-worker.ts';
import { Pace } from '../pace.ts';
import { advanceCharge } from './advance-charge.ts';
import type { ChargeRow } from './charge-row.ts';
import { recordEnds } from './record-ends.ts';

const AT_ONCE = { rows: 100, calls: 8 };

/** Of the codes of charges that have just ended: many may end at the same moment. */
const removals = new Pace();

/** Takes every due charge further with the provider. Processes share the work; a failing one delays no other. */
export async function advanceCharges(bank: Bank, isStopping?: () => boolean): Promise<void> {
  let last: Due | null = null;
  const due = async () => {
    const page = await dueAfter(bank, last);
    last = page.at(-1) ?? last;
    return page;
  };
  const work = ({ id }: Due) => advanceCharge(bank, id);
  await drain({ due, keyOf: ({ id }) => id, work, atOnce: AT_ONCE.calls }, isStopping);
}

type Due = Pick<ChargeRow, 'id' | 'nextLookAt'>;

async function dueAfter({ db, clock }: Bank, last: Due | null): Promise<Due[]> {
  const { charges } = db.tables;
  const isNext =
    last &&
    sql`(${charges.nextLookAt}, ${charges.id}) > (${sql.param(last.nextLookAt, charges.nextLookAt)}, ${last.id})`;
  return db
    .select({ id: charges.id, nextLookAt: charges.nextLookAt })
    .from(charges)
    .where(and(lte(charges.nextLookAt, clock.real()), isNext ?? undefined))
    .orderBy(asc(charges.nextLookAt), asc(charges.id))
    .limit(AT_ONCE.rows);
}

/**
 * Ends the charges whose time is over, unless the machine's clock is ahead: the provider knows no moment, so their codes are removed. Other
 * requests run in between.
 */
export async function endCharges(bank: Bank, isStopping: () => boolean = () => false): Promise<void> {
  if (await isClockAhead(bank)) return;
  while (!isStopping() && (await endSome(bank)) === AT_ONCE.rows) await nextTurn();
}

/** How many were over. */
async function endSome(bank: Bank): Promise<number> {
  const { db, clock } = bank;
  const { charges } = db.tables;
  const isOver = and(eq(charges.status, 'open'), lte(charges.endsAt, clock.now()));
  const over = await db
    .select({ id: charges.id, userId: charges.userId })
    .from(charges)
    .where(isOver)
    .orderBy(asc(charges.endsAt), asc(charges.id))
    .limit(AT_ONCE.rows);
  if (over.length === 0) return 0;
  const plan = over.map((row) => ({ ...row, nextLookAt: removals.at(row.userId, clock.real()) }));
  await db.transaction(async (tx) => {
    for (const { id, nextLookAt } of plan) {
      const ended = await tx
        .update(charges)
        .set({ status: 'expired', concludedAt: charges.endsAt, attempts: 0, nextLookAt })
        .where(and(eq(charges.id, id), isOver))
        .returning({ id: charges.id });
      await recordEnds(tx, bank, ended, { status: 'expired' });
    }
  });
  return over.length;
}

/** Run by the order worker. */
export const CHARGES: readonly ProviderTask[] = [
  { name: 'charges', run: advanceCharges },
  { name: 'ended charges', run: endCharges },
];
