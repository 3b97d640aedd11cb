import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import { addDays } from '#domain/date';
import { Refusal, refuse } from '#domain/refusal';
import { systemContext } from '#server/audit/system-actor';
import { balanceAtEnd, checkingOf, type HeldFact, holderOf } from '#server/decision/account-facts';
import type { Decision, SystemContext } from '#server/decision/decision';
import { decideTogether } from '#server/decision/group';
import type { Bank } from '#server/kernel/context';
import { logFailure } from '#server/kernel/log-failure';
import { balancesOf } from '#server/ledger/statement';
import { letterOf } from '#server/outbox/queue-together';
import { pages } from '#server/work/pages';
import { eachOfAll } from '#server/work/queue';
import { afterPayment } from './after-payment.ts';
import { newlyOverdue } from './late-notices.ts';
import { creditNumbered, instalmentNumbered, type Unpaid, unpaidOf } from './operation-facts.ts';
import { PAID_TO, type PaidTo, settle } from './settle.ts';
import type { InstalmentRow, ProposalRow } from './shapes.ts';

const PAGE = 200;

/** Refusals after a concurrent change: nothing to pay, or no money. */
const SKIPPED_REFUSALS = new Set(['INSUFFICIENT_FUNDS', 'ACCOUNT_INACTIVE', 'INSTALMENT_PAID']);

type Due = Pick<InstalmentRow, 'id' | 'dueOn' | 'amountCents' | 'proposalId'> & {
  userId: string;
  accountId: string;
};

/** Accounts debited together, in one group; bounds how long other requests wait. They cost as much as four transactions. */
const AT_ONCE = 16;

/**
 * Pays oldest first, each instalment in a decision of its own, so that a run can be repeated and one that fails stops no other account's.
 * Skips frozen accounts. An account's instalments are paid one after the other: waiting together for a lock, they could change places.
 */
export async function payDue(bank: Bank, day: string): Promise<void> {
  await eachOfAll(payableByAccount(bank, day), {
    work: async (own) => {
      for (const due of own) await payOne(bank, due, day);
    },
    failed: ([due], error) =>
      logFailure(bank.log, error, 'a due instalment could not be paid', { account: due?.accountId }),
    atOnce: AT_ONCE,
  });
}

/** Pages of due instalments whose accounts have enough for each, by account. */
async function* payableByAccount(bank: Bank, day: string): AsyncGenerator<Due[][], void> {
  for await (const page of pages(PAGE, (last: Due | null) => dueAfter(bank, day, last ?? FIRST))) {
    const balances = await balancesOf(bank.db, [...new Set(page.map(({ accountId }) => accountId))]);
    const byAccount = new Map<string, Due[]>();
    for (const due of page) {
      if ((balances.get(due.accountId) ?? 0) < due.amountCents) continue;
      byAccount.set(due.accountId, [...(byAccount.get(due.accountId) ?? []), due]);
    }
    yield [...byAccount.values()];
  }
}

const FIRST = { dueOn: '0001-01-01', id: '' };

function dueAfter({ db }: Bank, day: string, after: Pick<Due, 'dueOn' | 'id'>): Promise<Due[]> {
  return db
    .prepared('credit.due', (on, { accounts, creditProposals: proposals, instalments }) =>
      on
        .select({
          ...columnsOf(instalments, 'id', 'dueOn', 'amountCents', 'proposalId'),
          userId: proposals.userId,
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

async function payOne(bank: Bank, due: Due, day: string): Promise<void> {
  try {
    await decideTogether(systemContext(bank), PAY_DUE, { ...due, day });
  } catch (error) {
    if (!(error instanceof Refusal && SKIPPED_REFUSALS.has(error.code))) throw error;
  }
}

type Facts = PaidTo & {
  credit: ProposalRow | null;
  checking: HeldFact | null;
  instalment: InstalmentRow | null;
  unpaid: Unpaid | null;
  lastBalance: (number | null)[];
};

export const PAY_DUE: Decision<Due & { day: string }, Facts, null, SystemContext> = {
  operation: 'payDueInstalment',

  facts: (_, { id, userId, proposalId, accountId, dueOn, day }) => ({
    ...PAID_TO,
    credit: creditNumbered(proposalId),
    checking: checkingOf(userId),
    instalment: instalmentNumbered(id),
    unpaid: unpaidOf(proposalId),
    lastBalance: isNewlyOverdue(dueOn, day) ? [balanceAtEnd(accountId, addDays(day, -1))] : [],
  }),

  decide({ credit, checking, instalment, unpaid, lastBalance, ...to }, { ctx, input: { day }, by }) {
    if (!credit || !instalment || !unpaid) refuse('INSTALMENT_PAID');
    if (!checking?.isActive) refuse('ACCOUNT_INACTIVE');
    const at = by.createdAt;
    const on = paidAsOf(instalment, lastBalance[0] ?? null, day);
    const settled = settle({ instalment, credit }, { account: checking, to, on, at });
    const { row, due } = settled;
    const after = afterPayment(
      { credit, unpaid },
      { paid: [row], on: day, at, customer: checking, sender: ctx },
    );
    const { number } = row;
    const { purpose, termMonths: of } = credit;
    return {
      answer: null,
      postings: settled.postings,
      writes: [...settled.writes, ...after.writes],
      changes: [...settled.changes, ...after.changes],
      letters: [
        ...after.letters,
        letterOf(ctx, 'instalment_paid', holderOf(checking), {
          number,
          of,
          purpose,
          totalCents: due.totalCents,
        }),
      ],
      audit: [settled.event, ...after.events],
    };
  },
};

/** Payable until the day before, and not since. */
function isNewlyOverdue(dueOn: string, day: string): boolean {
  const { from, upTo } = newlyOverdue(day);
  return dueOn >= from && dueOn <= upTo;
}

/** Date of payment: the day before, if the instalment was payable until then and that day's balance covered it; else `day`. */
const paidAsOf = ({ amountCents }: InstalmentRow, lastCents: number | null, day: string): string =>
  lastCents !== null && lastCents >= amountCents ? addDays(day, -1) : day;
