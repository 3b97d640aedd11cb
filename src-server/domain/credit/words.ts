/** How far a proposal has come (section 4 of the specification); `cancelled`: granted and not signed in time. */
export const PROPOSAL_STATUSES = [
  'pending',
  'under_analysis',
  'approved',
  'active',
  'defaulted',
  'rejected',
  'cancelled',
] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

/** Three sets that every count, tab and button uses. */
export const UNDECIDED = ['pending', 'under_analysis'] as const satisfies ProposalStatus[];
export const GRANTED = ['approved', 'active', 'defaulted'] as const satisfies ProposalStatus[];
export const CLOSED = ['rejected', 'cancelled'] as const satisfies ProposalStatus[];

/** A person can be asked to look again at what the bank has not granted. */
export const REVIEWABLE = [...UNDECIDED, 'rejected'] as const satisfies ProposalStatus[];

/** Whether a person was asked to look again and has not; what was granted since needs no review. */
export const isReviewOpen = (proposal: {
  status: ProposalStatus;
  reviewAskedAt: string | null;
  reviewedAt: string | null;
}): boolean =>
  proposal.reviewAskedAt !== null &&
  proposal.reviewedAt === null &&
  REVIEWABLE.some((status) => status === proposal.status);

/** Delays of a credit that the bank watches: 1 is any delay, 30 and 90 are more than so many days. */
export const DELAYS = [1, 30, 90] as const;
export type Delay = (typeof DELAYS)[number];

/** Whether what is late for so many days (0: not late) counts among those of a delay. */
export const isDelayed = (daysLate: number, delay: Delay): boolean => daysLate > (delay === 1 ? 0 : delay);

/** What operations are filtered by: a delay, or `new`, of which an instalment became overdue within the last seven days. */
export const DELAY_FILTERS = [...DELAYS, 'new'] as const;
export type DelayFilter = (typeof DELAY_FILTERS)[number];

/** An approved proposal whose contract is not signed lapses after so many days. */
export const SIGNATURE_DAYS = 7;

/** The shortest and the longest purpose, the longest term in months, and the highest rate in percent a month. */
export const CREDIT_LIMITS = { purpose: { min: 10, max: 200 }, termMonths: 360, interestRate: 20 };

/** "1 mês", "24 meses". */
export const monthsInWords = (months: number): string => (months === 1 ? '1 mês' : `${months} meses`);

/** So many instalments are paid at once at most: one transaction, in which others wait. */
export const MOST_TOGETHER = 60;

/** How the postings of a credit's tax and of its late charges begin, for whoever tells them apart in a statement. */
export const CHARGE_TITLES = { iof: 'IOF do crédito', fine: 'Multa por atraso' };
