import { z } from 'zod';
import { idempotencyKeySchema, reasonSchema } from '#domain/account/transfer';
import { idSchema, listInput, searchSchema, sortSchema } from '#domain/page';

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

/** `q` searches the names of customer and payee. */
export const reviewListSchema = listInput({
  q: searchSchema,
  state: z.enum(REVIEW_STATES, { error: 'Situação inválida' }).optional(),
  sort: sortSchema(),
});
export type ReviewListInput = z.output<typeof reviewListSchema>;

/** The audit log keeps the reason; of a refusal the customer reads it. */
export const decideReviewSchema = z.object({
  id: idSchema,
  decision: z.enum(['approved', 'refused'], { error: 'Escolha liberar ou recusar' }),
  reason: reasonSchema,
  idempotencyKey: idempotencyKeySchema,
});
export type DecideReviewInput = z.output<typeof decideReviewSchema>;
