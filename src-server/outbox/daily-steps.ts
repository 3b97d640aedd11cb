import { and, inArray, isNotNull, lt } from 'drizzle-orm';
import { SENT_MAIL_DAYS } from '#domain/limits';
import type { Bank, DailyStep } from '#server/kernel/context';
import { pages } from '#server/work/pages';

const PAGE = 500;
const DAY_MS = 86_400_000;

/** Sent mail holds links, codes and former addresses. Waiting and given-up mail and the local mailbox stay. */
async function forgetSentMail({ db, clock }: Bank): Promise<void> {
  const { outbox } = db.tables;
  const before = new Date(clock.now().getTime() - SENT_MAIL_DAYS * DAY_MS);
  const read = () =>
    db
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(isNotNull(outbox.sentAt), lt(outbox.sentAt, before)))
      .limit(PAGE);
  for await (const old of pages(PAGE, read)) {
    const ids = old.map(({ id }) => id);
    await db.transaction(async (tx) => {
      await tx.delete(tx.tables.outbox).where(inArray(tx.tables.outbox.id, ids));
    });
  }
}

export const outboxDailySteps: DailyStep[] = [{ name: 'forget-sent-mail', run: forgetSentMail }];
