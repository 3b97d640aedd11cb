import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { DEFAULT_AFTER_OVERDUE } from '#domain/credit/standing';
import { record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import type { Bank } from '#server/kernel/context';
import { logFailure } from '#server/kernel/log-failure';
import { queueForAdmins, queueMessage, receiverOf } from '#server/outbox/queue-message';
import { pages, pieces } from '#server/work/pages';
import { eachTogether } from '#server/work/queue';
import { newlyOverdue, unpaidWithin } from './late-notices.ts';
import { lockCredits, overdueOf, readUnpaid, writeStandings } from './operation-facts.ts';

const PAGE = 100;
/** Credits per transaction; bounds how long others wait. */
const TOGETHER = 10;

type Candidate = { id: string; dueOn: string; proposalId: string };

/**
 * Only credits with an instalment overdue since `day` can newly be in default. One that fails is tried again when its next instalment
 * is overdue.
 */
export async function defaultCredits(bank: Bank, day: string): Promise<void> {
  const span = newlyOverdue(day);
  if (span.from > span.upTo) return;
  await eachTogether(newInDefault(bank, span, day), {
    work: (ids) => bank.db.transaction((tx) => defaultSome(tx, bank, ids, day)),
    failed: (id, error) =>
      logFailure(bank.log, error, 'credits could not be put in default', { proposal: id ?? undefined }),
  });
}

async function* newInDefault(bank: Bank, span: Span, day: string): AsyncGenerator<readonly string[], void> {
  const read = (last: Candidate | null) => candidates(bank, span, last ? `${last.dueOn} ${last.id}` : '');
  for await (const page of pages(PAGE, read)) {
    const ids = [...new Set(page.map(({ proposalId }) => proposalId))];
    const unpaid = await readUnpaid(bank.db, ids);
    yield* pieces(
      ids.filter((id) => isDefault(overdueOf(unpaid.get(id), day))),
      TOGETHER,
    );
  }
}

type Span = ReturnType<typeof newlyOverdue>;

const isDefault = (overdue: number): boolean => overdue >= DEFAULT_AFTER_OVERDUE;

function candidates({ db }: Bank, span: Span, after: string): Promise<Candidate[]> {
  const { creditProposals: proposals, instalments } = db.tables;
  return db
    .select({ id: instalments.id, dueOn: instalments.dueOn, proposalId: instalments.proposalId })
    .from(instalments)
    .innerJoin(proposals, eq(proposals.id, instalments.proposalId))
    .where(and(unpaidWithin(db, span, after), eq(proposals.status, 'active')))
    .orderBy(asc(instalments.dueOn), asc(instalments.id))
    .limit(PAGE);
}

async function defaultSome(tx: Tx, bank: Bank, ids: readonly string[], day: string): Promise<void> {
  const credits = await lockCredits(tx, ids);
  // The row locks stop concurrent payments, so the counts stay valid.
  const unpaid = await readUnpaid(tx, ids);
  for (const [id, credit] of credits) {
    const overdue = overdueOf(unpaid.get(id), day);
    if (credit.status !== 'active' || !isDefault(overdue)) continue;
    await writeStandings(tx, [{ ...credit, status: 'defaulted' }]);
    const { userId, purpose } = credit;
    const customer = await receiverOf(tx, userId);
    await queueMessage(tx, bank, 'credit_defaulted', customer, { purpose, overdue });
    const { fullName } = customer;
    await queueForAdmins(tx, bank, 'customer_defaulted', { fullName, purpose, overdue });
    await record(tx, systemActor(bank), {
      action: 'default_credit',
      entityId: id,
      changes: { status: { from: 'active', to: 'defaulted' }, overdue },
    });
  }
}
