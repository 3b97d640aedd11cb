/** `cancelled`: granted and not signed in time. */
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

/** Status groups for counts, tabs and buttons. */
export const UNDECIDED = ['pending', 'under_analysis'] as const satisfies ProposalStatus[];
export const GRANTED = ['approved', 'active', 'defaulted'] as const satisfies ProposalStatus[];
export const CLOSED = ['rejected', 'cancelled'] as const satisfies ProposalStatus[];

export const REVIEWABLE = [...UNDECIDED, 'rejected'] as const satisfies ProposalStatus[];

export const isReviewOpen = (proposal: {
  status: ProposalStatus;
  reviewAskedAt: string | null;
  reviewedAt: string | null;
}): boolean =>
  proposal.reviewAskedAt !== null &&
  proposal.reviewedAt === null &&
  REVIEWABLE.some((status) => status === proposal.status);

/** 1: any delay; 30 and 90: more than that many days. */
export const DELAYS = [1, 30, 90] as const;
export type Delay = (typeof DELAYS)[number];

export const isDelayed = (daysLate: number, delay: Delay): boolean => daysLate > (delay === 1 ? 0 : delay);

/** `new`: an instalment became overdue within the last seven days; `today`: one is due today. */
export const DELAY_FILTERS = [...DELAYS, 'new', 'today'] as const;
export type DelayFilter = (typeof DELAY_FILTERS)[number];

export const SIGNATURE_DAYS = 7;

/** `termMonths` and `interestRate` (percent a month) are maximums. */
export const CREDIT_LIMITS = { purpose: { min: 10, max: 200 }, termMonths: 360, interestRate: 20 };

export const monthsInWords = (months: number): string => (months === 1 ? '1 mês' : `${months} meses`);

/** All instalments of a payment are posted in one transaction, which blocks others. */
export const MAX_INSTALMENTS_PER_PAYMENT = 60;

/** Prefixes of postings, to recognise them in statements. */
export const CHARGE_TITLES = { iof: 'IOF do crédito', fine: 'Multa por atraso' };

export const COLLATERAL_TYPES = ['moto', 'carro', 'casa'] as const;
export type CollateralType = (typeof COLLATERAL_TYPES)[number];
