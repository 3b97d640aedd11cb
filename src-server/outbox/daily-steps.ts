import { and, isNotNull, lt } from 'drizzle-orm';
import { KEPT_MAIL_DAYS } from '#domain/limits';
import { among } from '#server/kernel/any-of';
import type { Bank, DailyStep } from '#server/kernel/context';
import { pages } from '#server/work/pages';
import { isGivenUp } from './claim.ts';

const PAGE = 500;
const DAY_MS = 86_400_000;

/**
 * Mail holds links, codes and former addresses. What was given up keeps its text until then, so that an administrator can send it
 * again. Waiting mail and the local mailbox stay.
 */
async function forgetMail({ db, clock }: Bank): Promise<void> {
  const { outbox } = db.tables;
  const before = new Date(clock.now().getTime() - KEPT_MAIL_DAYS * DAY_MS);
  const isSent = and(isNotNull(outbox.sentAt), lt(outbox.sentAt, before));
  for (const isOld of [isSent, and(isGivenUp(outbox), lt(outbox.createdAt, before))]) {
    const read = () => db.select({ id: outbox.id }).from(outbox).where(isOld).limit(PAGE);
    for await (const old of pages(PAGE, read)) {
      const ids = old.map(({ id }) => id);
      await db.transaction(async (tx) => {
        // An administrator may have queued one again meanwhile.
        await tx.delete(tx.tables.outbox).where(and(among(tx, tx.tables.outbox.id, ids), isOld));
      });
    }
  }
}

export const outboxDailySteps: DailyStep[] = [{ name: 'forget-mail', run: forgetMail }];
