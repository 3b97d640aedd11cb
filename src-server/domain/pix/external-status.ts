import type { ExternalStatus, Review } from './words.ts';

export const REVIEWED_PARTS = ['commercialInfo', 'bankAccountInfo', 'documentation', 'general'] as const;
export type Reviews = Record<(typeof REVIEWED_PARTS)[number], Review>;

/** Only `general` approves; a rejected part needs the customer, whatever else is pending. */
export function externalStatusOf(reviews: Reviews): ExternalStatus {
  if (reviews.general === 'APPROVED') return 'approved';
  const parts = Object.values(reviews);
  if (parts.includes('REJECTED')) return 'rejected';
  return parts.includes('AWAITING_APPROVAL') ? 'awaiting_approval' : 'pending';
}
