import { asc, lte } from 'drizzle-orm';
import { isClockAhead } from '#server/kernel/clock-watch';
import type { Bank } from '#server/kernel/context';
import { logFailure } from '#server/kernel/log-failure';
import { type Loop, startLoop } from '#server/work/loop';
import { fewAtOnce } from '#server/work/queue';
import { lockedRow } from '../own-row.ts';
import { endFactors } from './end-factors.ts';
import { factorsEndAt } from './factors-end.ts';

const EVERY_MS = 10_000;
const ROWS = 100;

/** Ends the second factors whose waiting day is over, unless the machine's clock is ahead. Processes may share the work. */
export async function endDueFactors(bank: Bank): Promise<void> {
  if (await isClockAhead(bank)) return;
  const { protections } = bank.db.tables;
  const due = await bank.db
    .select({ userId: protections.userId })
    .from(protections)
    .where(lte(protections.factorsEndAt, bank.clock.real()))
    .orderBy(asc(protections.factorsEndAt))
    .limit(ROWS);
  await fewAtOnce(due, ({ userId }) =>
    endOf(bank, userId).catch((error: unknown) =>
      logFailure(bank.log, error, 'second factors could not be ended', { user: userId }),
    ),
  );
}

async function endOf(bank: Bank, userId: string): Promise<void> {
  const ctx = { ...bank, request: { ip: 'local', userAgent: 'atendimento' }, user: null };
  await bank.db.transaction(async (tx) => {
    const user = await lockedRow(tx, userId);
    const at = await factorsEndAt(tx, userId);
    // Kept, or ended by another process, since it was found.
    if (at === null || at > bank.clock.real()) return;
    await endFactors(tx, ctx, user, 'administrator');
  });
}

export const startEndingFactors = (bank: Bank): Loop =>
  startLoop(
    async () => {
      await endDueFactors(bank);
      return 'rest';
    },
    { everyMs: EVERY_MS },
    (error) => logFailure(bank.log, error, 'lost second factors could not be looked for'),
  );
