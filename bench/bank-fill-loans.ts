import { addMonths } from '#domain/calendar';
import type { ProposalStatus } from '#domain/credit/words';
import { addDays } from '#domain/date';
import { bankMidnight } from '#server/ledger/bank-day';
import { type CreditInput, type CreditRow, creditsOf, type InstalmentRow } from './credit-fill.ts';
import type { History } from './fill.ts';
import type { Event, Filling, Person } from './filling.ts';

const TERM_MONTHS = 18;

type Loan = { paid: number; nextInDays: number; isNegativated?: true };
const LOANS: Loan[] = [
  { paid: 3, nextInDays: 20 },
  { paid: 5, nextInDays: 3 },
  { paid: 1, nextInDays: 0 },
  { paid: 2, nextInDays: -1 },
  { paid: 6, nextInDays: -2 },
  { paid: 4, nextInDays: -3 },
  { paid: 3, nextInDays: -10 },
  { paid: 2, nextInDays: -30 },
  { paid: 2, nextInDays: -31 },
  { paid: 3, nextInDays: -59 },
  { paid: 2, nextInDays: -90 },
  { paid: 1, nextInDays: -91 },
  { paid: 1, nextInDays: -125 },
  { paid: 4, nextInDays: -12, isNegativated: true },
  { paid: 4, nextInDays: 8, isNegativated: true },
  { paid: TERM_MONTHS, nextInDays: 11 },
  { paid: 0, nextInDays: 29 },
  { paid: 9, nextInDays: 14 },
];

type Proposal = { status: ProposalStatus; hours: number; isReviewAsked?: true };
const PROPOSALS: Proposal[] = [
  { status: 'pending', hours: 2 },
  { status: 'pending', hours: 23 },
  { status: 'pending', hours: 25 },
  { status: 'under_analysis', hours: 30, isReviewAsked: true },
  { status: 'under_analysis', hours: 4 },
  // Its instalments are provisional until the signature.
  { status: 'approved', hours: 50 },
  { status: 'rejected', hours: 70 },
  { status: 'rejected', hours: 90, isReviewAsked: true },
  { status: 'cancelled', hours: 400 },
];

const SCHEDULED: ProposalStatus[] = ['approved', 'active', 'defaulted'];

/** A loan for each customer of the first day, a proposal for every fifth one. Call `write` after the events are posted. */
export async function fillLoans(filling: Filling): Promise<{ events: Event[]; write(): Promise<void> }> {
  const { insert, tables, people, today, now, firstDay } = filling;
  const make = creditsOf(today, TERM_MONTHS);
  const credits: CreditRow[] = [];
  const parts: InstalmentRow[] = [];
  const events: Event[] = [];
  const began = bankMidnight(firstDay);
  for (const [index, person] of people.entries()) {
    const loan = LOANS[index % LOANS.length];
    if (loan && +person.since === +began) {
      const lent = make(loanWish(loan, person, filling));
      credits.push(lent.credit);
      parts.push(...lent.parts);
      events.push(...eventsOf(person, lent.credit, lent.parts.slice(0, loan.paid), filling));
    }
    const proposal = PROPOSALS[(index / 5) % PROPOSALS.length];
    if (proposal) {
      const asked = make(proposalWish(proposal, person, now, today));
      credits.push(asked.credit);
      if (SCHEDULED.includes(proposal.status)) parts.push(...asked.parts);
    }
  }
  return {
    events,
    write: async () => {
      await insert(tables.creditProposals, credits);
      await insert(tables.instalments, parts);
    },
  };
}

function loanWish({ paid, nextInDays, isNegativated }: Loan, { id }: Person, { today, now }: Filling) {
  const firstDueOn = addMonths(addDays(today, nextInDays), -paid);
  const paidOutOn = addMonths(firstDueOn, -1);
  const input: CreditInput = {
    userId: id,
    status: nextInDays < -100 ? 'defaulted' : 'active',
    createdAt: bankMidnight(paidOutOn),
    decidedAt: bankMidnight(paidOutOn),
    firstDueOn,
    paidOutOn,
    ...(isNegativated ? { negativatedAt: now } : {}),
    ...(paid === TERM_MONTHS ? { finishedAt: now } : {}),
  };
  return input;
}

function proposalWish(
  { status, hours, isReviewAsked }: Proposal,
  { id }: Person,
  now: Date,
  today: string,
): CreditInput {
  const createdAt = new Date(now.getTime() - hours * 3_600_000);
  return {
    userId: id,
    status,
    createdAt,
    firstDueOn: addDays(today, 2),
    ...(hours > 49 ? { decidedAt: now } : {}),
    ...(isReviewAsked ? { reviewAskedAt: new Date(createdAt.getTime() + 3_600_000) } : {}),
  };
}

function eventsOf(
  { id, checking }: Person,
  { paidOutOn, amountCents, iofCents }: CreditRow,
  paid: readonly InstalmentRow[],
  { own }: Filling,
): Event[] {
  const paidOutAt = bankMidnight(paidOutOn ?? '');
  const payOut = async (history: History) => {
    const about = { actorId: id, createdAt: paidOutAt };
    await history.post({ type: 'credit_disbursement', description: 'Crédito', ...about }, [
      [own.loans_receivable, -amountCents],
      [checking, amountCents],
    ]);
    await history.post({ type: 'fee', description: 'IOF', ...about }, [
      [checking, -(iofCents ?? 0)],
      [own.taxes_payable, iofCents ?? 0],
    ]);
  };
  return [
    { at: paidOutAt, post: payOut },
    ...paid.map((part): Event => {
      const at = bankMidnight(part.dueOn);
      return {
        at,
        post: async (history) => {
          const transactionId = await history.post(
            { type: 'credit_payment', description: `Parcela ${part.number}`, actorId: null, createdAt: at },
            [
              [checking, -part.amountCents],
              [own.loans_receivable, part.principalCents],
              [own.interest_income, part.interestCents],
            ],
          );
          Object.assign(part, { paidOn: part.dueOn, paidAt: at, paidCents: part.amountCents, transactionId });
        },
      };
    }),
  ];
}
