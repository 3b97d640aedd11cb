import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { addDays } from '#domain/date';
import type { Bank, DailyStep } from '#server/kernel/context';
import { logFailure } from '#server/kernel/log-failure';
import { bankMidnight } from '#server/ledger/bank-day';
import { queueMessage } from '#server/outbox/queue-message';
import { pages } from '#server/work/pages';
import { eachTogether } from '#server/work/queue';

const REMINDED_AFTER_DAYS = [2, 5];
const PAGE = 200;

/** At most once per contract and age, even if the run repeats. */
async function remind(bank: Bank, day: string): Promise<void> {
  await eachTogether(waiting(bank.db, day), {
    work: (some) => bank.db.transaction((tx) => remindSome(tx, bank, some)),
    failed: (one, error) =>
      logFailure(bank.log, error, 'customers could not be reminded of contracts', {
        contract: one?.contract.id,
      }),
  });
}

type Found = Awaited<ReturnType<typeof waitingAfter>>[number];
/** `days`: how long it has waited. */
type Waiting = Found & { days: number };

async function* waiting(on: Reader, day: string): AsyncGenerator<Waiting[], void> {
  for (const days of REMINDED_AFTER_DAYS) {
    const madeOn = addDays(day, -days);
    for await (const page of pages(PAGE, (last: Found | null) => waitingAfter(on, madeOn, last)))
      yield page.map((found) => ({ ...found, days }));
  }
}

function waitingAfter(
  on: Reader,
  madeOn: string,
  last: { contract: { id: string; createdAt: Date } } | null,
) {
  const { contracts, users } = on.tables;
  const { id, title, createdAt } = contracts;
  // No id is ''. Moments are the bank's, ids of real time, so that ids tell nothing about the day.
  const after = last?.contract ?? { createdAt: bankMidnight(madeOn), id: '' };
  return on
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
}

async function remindSome(tx: Tx, bank: Bank, some: readonly Waiting[]): Promise<void> {
  for (const { contract, user, days } of some)
    await queueMessage(tx, bank, 'contract_reminder', user, {
      id: contract.id,
      contractTitle: contract.title,
      days,
    });
}

export const contractDailySteps: DailyStep[] = [{ name: 'remind-of-contracts', run: remind }];
