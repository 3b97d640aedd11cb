import type { ExternalStatus, Review } from './words.ts';

/** The four parts of an account that the provider looks at; `general` is its word on the whole. */
export const REVIEWED_PARTS = ['commercialInfo', 'bankAccountInfo', 'documentation', 'general'] as const;
export type Reviews = Record<(typeof REVIEWED_PARTS)[number], Review>;

/**
 * Four reviews → the one state of the specification. Only the provider's word on the whole approves; one part that it
 * rejected is something for the customer to do, whatever the rest waits for.
 */
export function externalStatusOf(reviews: Reviews): ExternalStatus {
  if (reviews.general === 'APPROVED') return 'approved';
  const parts = Object.values(reviews);
  if (parts.includes('REJECTED')) return 'rejected';
  return parts.includes('AWAITING_APPROVAL') ? 'awaiting_approval' : 'pending';
}
