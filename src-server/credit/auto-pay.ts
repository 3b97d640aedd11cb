import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import { addDays } from '#domain/date';
import { Refusal } from '#domain/refusal';
import { record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import type { Bank } from '#server/kernel/context';
import { balanceAtEndOf, balancesOf } from '#server/ledger/statement';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';
import { pages } from '#server/work/pages';
import { fewAtOnce } from '#server/work/queue';
import { afterPayment } from './after-payment.ts';
import { newlyOverdue } from './late-notices.ts';
import { instalmentsById, lockCredit, settle } from './settle.ts';

const PAGE = 200;

/** Refusals after a concurrent change: nothing to pay, or no money. */
const SKIPPED_REFUSALS = new Set(['INSUFFICIENT_FUNDS', 'ACCOUNT_INACTIVE', 'INSTALMENT_PAID']);

type Due = { id: string; dueOn: string; amountCents: number; proposalId: string; accountId: string };

/** Pays oldest first, one transaction each, so that a run can be repeated. Skips frozen accounts. */
export async function payDue(bank: Bank, day: string): Promise<void> {
  for await (const page of pages(PAGE, (last: Due | null) => dueAfter(bank, day, last ?? FIRST))) {
    const balances = await balancesOf(bank.db, [...new Set(page.map(({ accountId }) => accountId))]);
    const byAccount = new Map<string, Due[]>();
    for (const due of page) {
      if ((balances.get(due.accountId) ?? 0) < due.amountCents) continue;
      byAccount.set(due.accountId, [...(byAccount.get(due.accountId) ?? []), due]);
    }
    await fewAtOnce([...byAccount.values()], async (own) => {
      for (const due of own) await payOne(bank, due, day);
    });
  }
}

const FIRST = { dueOn: '0001-01-01', id: '' };

function dueAfter({ db }: Bank, day: string, after: Pick<Due, 'dueOn' | 'id'>): Promise<Due[]> {
  return db
    .prepared('credit.due', (on, { accounts, creditProposals: proposals, instalments }) =>
      on
        .select({
          ...columnsOf(instalments, 'id', 'dueOn', 'amountCents', 'proposalId'),
          accountId: accounts.id,
        })
        .from(instalments)
        .innerJoin(proposals, eq(proposals.id, instalments.proposalId))
        .innerJoin(
          accounts,
          and(
            eq(accounts.userId, proposals.userId),
            eq(accounts.accountType, 'checking'),
            eq(accounts.isActive, true),
          ),
        )
        .where(
          and(
            isNull(instalments.paidOn),
            lte(instalments.dueOn, sql.placeholder('day')),
            sql`(${instalments.dueOn}, ${instalments.id}) > (${sql.placeholder('dueOn')}, ${sql.placeholder('id')})`,
            isNotNull(proposals.paidOutOn),
          ),
        )
        .orderBy(asc(instalments.dueOn), asc(instalments.id))
        .limit(PAGE),
    )
    .execute({ day, dueOn: after.dueOn, id: after.id });
}

/** Date of payment: the day before, if the instalment was payable until then and that day's balance covered it; else `day`. */
async function paidAsOf({ db }: Bank, { dueOn, amountCents, accountId }: Due, day: string): Promise<string> {
  const { from, upTo } = newlyOverdue(day);
  if (dueOn < from || dueOn > upTo) return day;
  const lastInTime = addDays(day, -1);
  return (await balanceAtEndOf(db, accountId, lastInTime)) >= amountCents ? lastInTime : day;
}

async function payOne(bank: Bank, one: Due, day: string): Promise<void> {
  const { id, proposalId, accountId } = one;
  const at = bank.clock.now();
  const on = await paidAsOf(bank, one, day);
  const ctx = systemActor(bank);
  try {
    await bank.db.transaction(async (tx) => {
      const credit = await lockCredit(tx, proposalId);
      const [instalment] = await instalmentsById(tx, [id]);
      if (!credit || !instalment) return;
      const { due, event } = await settle(
        tx,
        { instalment, credit },
        { accountId, actorId: null, on, createdAt: at },
      );
      const events = await afterPayment(tx, bank, credit, { on: day, at });
      await queueMessage(tx, bank, 'instalment_paid', await receiverOf(tx, credit.userId), {
        number: instalment.number,
        of: credit.termMonths,
        purpose: credit.purpose,
        totalCents: due.totalCents,
      });
      for (const audited of [event, ...events]) await record(tx, ctx, audited);
    });
  } catch (error) {
    if (!(error instanceof Refusal && SKIPPED_REFUSALS.has(error.code))) throw error;
  }
}
