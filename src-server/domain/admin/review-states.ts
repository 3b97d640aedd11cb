import type { ReviewStatus, WaitingStatus } from '#domain/protection/waiting';

/**
 * `pending`: an administrator decides · `undone`: by its customer, or because the account was frozen or blocked; also after its approval · `not_made`: approved,
 * but it could not be paid any more · `lapsed`: nobody decided in time.
 */
export const REVIEW_STATES = ['pending', 'approved', 'refused', 'undone', 'not_made', 'lapsed'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export const REVIEW_STATE_LABELS: Record<ReviewState, string> = {
  pending: 'Em análise',
  approved: 'Liberado',
  refused: 'Recusado',
  undone: 'Desfeito',
  not_made: 'Liberado, não efetuado',
  lapsed: 'Venceu sem decisão',
};

/** Each state as what was decided and what became of the payment; no pair is in two states. */
export const REVIEW_STATE_PARTS: Record<
  ReviewState,
  { review: readonly ReviewStatus[]; waiting: readonly WaitingStatus[] }
> = {
  pending: { review: ['pending'], waiting: ['waiting'] },
  approved: { review: ['approved'], waiting: ['waiting', 'paid'] },
  refused: { review: ['refused'], waiting: ['waiting', 'refused', 'undone'] },
  undone: { review: ['pending', 'approved'], waiting: ['undone'] },
  not_made: { review: ['approved'], waiting: ['refused'] },
  lapsed: { review: ['pending'], waiting: ['refused'] },
};

export const reviewState = (review: ReviewStatus, waiting: WaitingStatus): ReviewState => {
  const state = REVIEW_STATES.find(
    (name) =>
      REVIEW_STATE_PARTS[name].review.includes(review) && REVIEW_STATE_PARTS[name].waiting.includes(waiting),
  );
  if (!state) throw new Error(`a payment ${waiting} whose review is ${review}`);
  return state;
};
