import { and, asc, eq, lt, sql } from 'drizzle-orm';
import { addDays } from '#domain/date';
import type { Bank, DailyStep } from '#server/kernel/context';
import { bankMidnight } from '#server/ledger/bank-day';
import { queueMessage } from '#server/outbox/queue-message';
import { eachPage } from '#server/work/pages';

const REMINDED_AFTER_DAYS = [2, 5];
const PAGE = 200;

type Made = { id: string; createdAt: Date };

/** At most once per contract and age, even if the run repeats. */
async function remind(bank: Bank, day: string): Promise<void> {
  for (const days of REMINDED_AFTER_DAYS) {
    const madeOn = addDays(day, -days);
    await eachPage(PAGE, (last: Made | null) => remindPage(bank, { days, madeOn }, last));
  }
}

async function remindPage(
  bank: Bank,
  { days, madeOn }: { days: number; madeOn: string },
  last: Made | null,
): Promise<Made[]> {
  return bank.db.transaction(async (tx) => {
    const { contracts, users } = tx.tables;
    const { id, title, createdAt } = contracts;
    // No id is ''. Moments are the bank's, ids of real time, so that ids tell nothing about the day.
    const after = last ?? { createdAt: bankMidnight(madeOn), id: '' };
    const waiting = await tx
      .select({ contract: { id, title, createdAt }, user: users })
      .from(contracts)
      .innerJoin(users, eq(users.id, contracts.userId))
      .where(
        and(
          // Not a parameter, so that the partial index is used.
          sql`${contracts.status} = 'pending_signature'`,
          sql`(${createdAt}, ${id}) > (${sql.param(after.createdAt, createdAt)}, ${after.id})`,
          lt(createdAt, bankMidnight(madeOn, { plusDays: 1 })),
        ),
      )
      .orderBy(asc(createdAt), asc(id))
      .limit(PAGE);
    for (const { contract, user } of waiting)
      await queueMessage(tx, bank, 'contract_reminder', user, {
        id: contract.id,
        contractTitle: contract.title,
        days,
      });
    return waiting.map(({ contract }) => contract);
  });
}

export const contractDailySteps: DailyStep[] = [{ name: 'remind-of-contracts', run: remind }];
