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

/** An approved proposal whose contract is not signed lapses after so many days. */
export const SIGNATURE_DAYS = 7;
