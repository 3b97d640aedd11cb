/** `pending`: an administrator decides · `undone`: its customer did not want it any more · `lapsed`: nobody decided in time. */
export const REVIEW_STATES = ['pending', 'approved', 'refused', 'undone', 'lapsed'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export const REVIEW_STATE_LABELS: Record<ReviewState, string> = {
  pending: 'Em análise',
  approved: 'Liberado',
  refused: 'Recusado',
  undone: 'Desfeito pelo cliente',
  lapsed: 'Venceu sem decisão',
};
