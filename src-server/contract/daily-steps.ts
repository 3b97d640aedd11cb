import { and, asc, eq, gt, gte, lt } from 'drizzle-orm';
import { addDays } from '#domain/date';
import type { Bank, DailyStep } from '#server/kernel/context';
import { bankMidnight } from '#server/ledger/bank-day';
import { queueMessage } from '#server/outbox/queue-message';
import { eachPage } from '#server/work/pages';

const REMINDED_AFTER_DAYS = [2, 5];
const PAGE = 200;

/** At most once per contract and age, even if the run repeats. */
async function remind(bank: Bank, day: string): Promise<void> {
  for (const days of REMINDED_AFTER_DAYS) {
    const madeOn = addDays(day, -days);
    await eachPage(PAGE, (last: string | null) => remindPage(bank, { days, madeOn }, last ?? ''));
  }
}

async function remindPage(
  bank: Bank,
  { days, madeOn }: { days: number; madeOn: string },
  after: string,
): Promise<string[]> {
  return bank.db.transaction(async (tx) => {
    const { contracts, users } = tx.tables;
    const waiting = await tx
      .select({ contract: { id: contracts.id, title: contracts.title }, user: users })
      .from(contracts)
      .innerJoin(users, eq(users.id, contracts.userId))
      .where(
        and(
          eq(contracts.status, 'pending_signature'),
          gte(contracts.createdAt, bankMidnight(madeOn)),
          lt(contracts.createdAt, bankMidnight(madeOn, { plusDays: 1 })),
          gt(contracts.id, after),
        ),
      )
      .orderBy(asc(contracts.id))
      .limit(PAGE);
    for (const { contract, user } of waiting)
      await queueMessage(tx, bank, 'contract_reminder', user, {
        id: contract.id,
        contractTitle: contract.title,
        days,
      });
    return waiting.map(({ contract }) => contract.id);
  });
}

export const contractDailySteps: DailyStep[] = [{ name: 'remind-of-contracts', run: remind }];
