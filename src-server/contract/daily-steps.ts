import { and, asc, eq, gt, gte, lt, notExists } from 'drizzle-orm';
import { addDays } from '#domain/date';
import type { Bank, DailyStep } from '#server/kernel/context';
import { notify } from '#server/outbox/notify';
import { tell } from '#server/outbox/tell';
import { eachPage } from '#server/work/pages';
import { contractWaitingMail } from './mails.ts';

/** Days after which a customer is reminded of a contract that is not signed. */
const REMINDED_AFTER_DAYS = [2, 5];
const PAGE = 200;
/** Where a day of the bank begins: São Paulo has had no summer time since 2019. */
const startOf = (day: string): Date => new Date(`${day}T00:00:00-03:00`);

/**
 * Reminds of contracts that were made so many days ago and still await their signature. What a reminder leaves under the bell
 * is how a run that is begun again knows whom it has reminded.
 */
async function remind(bank: Bank, day: string): Promise<void> {
  for (const days of REMINDED_AFTER_DAYS) {
    const madeOn = addDays(day, -days);
    await eachPage(PAGE, (last: string | null) => remindPage(bank, day, madeOn, last ?? ''));
  }
}

async function remindPage(bank: Bank, day: string, madeOn: string, after: string): Promise<string[]> {
  const at = bank.clock.now();
  return bank.db.transaction(async (tx) => {
    const { contracts, notifications, users } = tx.tables;
    const reminded = tx
      .select({ id: notifications.id })
      .from(notifications)
      .where(
        and(
          eq(notifications.userId, contracts.userId),
          eq(notifications.kind, 'contract_reminder'),
          eq(notifications.text, contracts.title),
          gte(notifications.createdAt, startOf(day)),
        ),
      );
    const waiting = await tx
      .select({
        id: contracts.id,
        title: contracts.title,
        userId: users.id,
        fullName: users.fullName,
        email: users.email,
      })
      .from(contracts)
      .innerJoin(users, eq(users.id, contracts.userId))
      .where(
        and(
          eq(contracts.status, 'pending_signature'),
          gte(contracts.createdAt, startOf(madeOn)),
          lt(contracts.createdAt, startOf(addDays(madeOn, 1))),
          gt(contracts.id, after),
          notExists(reminded),
        ),
      )
      .orderBy(asc(contracts.id))
      .limit(PAGE);
    for (const { title, userId, ...receiver } of waiting) {
      await tell(tx, { ...contractWaitingMail(bank.env, receiver, title), at });
      await notify(tx, {
        userId,
        kind: 'contract_reminder',
        title: 'Lembrete: contrato aguardando assinatura',
        text: title,
        href: '/client/contracts',
        at,
      });
    }
    return waiting.map(({ id }) => id);
  });
}

/** What contracts do every day. */
export const contractDailySteps: DailyStep[] = [{ name: 'remind-of-contracts', run: remind }];
