import { expect, test } from 'vitest';
import { REVIEW_STATUSES, WAITING_STATUSES } from '#domain/protection/waiting';
import { REVIEW_STATE_PARTS, REVIEW_STATES, reviewState } from './review-states.ts';

/** What can become of a payment, by its review. */
const STATES = {
  pending: { waiting: 'pending', undone: 'undone', refused: 'lapsed', paid: null },
  approved: { waiting: 'approved', paid: 'approved', undone: 'undone', refused: 'not_made' },
  refused: { waiting: 'refused', undone: 'refused', refused: 'refused', paid: null },
} as const;

test('a reviewed payment is in exactly one state, and none is paid that nobody approved', () => {
  for (const review of REVIEW_STATUSES)
    for (const waiting of WAITING_STATUSES) {
      const expected = STATES[review][waiting];
      const found = REVIEW_STATES.filter((state) => {
        const parts = REVIEW_STATE_PARTS[state];
        return parts.review.includes(review) && parts.waiting.includes(waiting);
      });
      expect(found, `${review}, ${waiting}`).toEqual(expected === null ? [] : [expected]);
      if (expected === null) expect(() => reviewState(review, waiting)).toThrow('whose review is');
      else expect(reviewState(review, waiting)).toBe(expected);
    }
});
