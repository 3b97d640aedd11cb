import { and, asc, eq } from 'drizzle-orm';
import { DEFAULT_AFTER_OVERDUE } from '#domain/credit/standing';
import { record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import type { Bank } from '#server/kernel/context';
import { queueForAdmins, queueMessage, receiverOf } from '#server/outbox/queue-message';
import { pages } from '#server/work/pages';
import { fewAtOnce } from '#server/work/queue';
import { openCounts } from './after-payment.ts';
import { newlyOverdue, unpaidWithin } from './late-notices.ts';

const PAGE = 100;

type Candidate = { id: string; dueOn: string; proposalId: string };

/** Only credits with an instalment overdue since `day` can newly be in default. */
export async function defaultCredits(bank: Bank, day: string): Promise<void> {
  const span = newlyOverdue(day);
  if (span.from > span.upTo) return;
  const read = (last: Candidate | null) => candidates(bank, span, last ? `${last.dueOn} ${last.id}` : '');
  for await (const page of pages(PAGE, read)) {
    const ids = [...new Set(page.map(({ proposalId }) => proposalId))];
    await fewAtOnce(ids, (id) => defaultOne(bank, id, day));
  }
}

function candidates(
  { db }: Bank,
  span: ReturnType<typeof newlyOverdue>,
  after: string,
): Promise<Candidate[]> {
  const { creditProposals: proposals, instalments } = db.tables;
  return db
    .select({ id: instalments.id, dueOn: instalments.dueOn, proposalId: instalments.proposalId })
    .from(instalments)
    .innerJoin(proposals, eq(proposals.id, instalments.proposalId))
    .where(and(unpaidWithin(db, span, after), eq(proposals.status, 'active')))
    .orderBy(asc(instalments.dueOn), asc(instalments.id))
    .limit(PAGE);
}

async function defaultOne(bank: Bank, id: string, day: string): Promise<void> {
  const overdueIfInDefault = async (on: Parameters<typeof openCounts>[0]) => {
    const { overdue } = await openCounts(on, id, day);
    return overdue >= DEFAULT_AFTER_OVERDUE ? overdue : null;
  };
  if ((await overdueIfInDefault(bank.db)) === null) return;
  await bank.db.transaction(async (tx) => {
    const { creditProposals: proposals } = tx.tables;
    const [credit] = await tx
      .update(proposals)
      .set({ status: 'defaulted' })
      .where(and(eq(proposals.id, id), eq(proposals.status, 'active')))
      .returning({ userId: proposals.userId, purpose: proposals.purpose });
    if (!credit) return;
    // The row lock stops concurrent payments, so the count stays valid.
    const overdue = await overdueIfInDefault(tx);
    const { userId, purpose } = credit;
    if (overdue === null) {
      await tx.update(proposals).set({ status: 'active' }).where(eq(proposals.id, id));
      return;
    }
    const customer = await receiverOf(tx, userId);
    await queueMessage(tx, bank, 'credit_defaulted', customer, { purpose, overdue });
    const { fullName } = customer;
    await queueForAdmins(tx, bank, 'customer_defaulted', { fullName, purpose, overdue });
    await record(tx, systemActor(bank), {
      action: 'default_credit',
      entityId: id,
      changes: { status: { from: 'active', to: 'defaulted' }, overdue },
    });
  });
}
