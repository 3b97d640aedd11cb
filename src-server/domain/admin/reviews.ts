import { z } from 'zod';
import { idempotencyKeySchema, reasonSchema } from '#domain/account/transfer';
import { idSchema, listInput, searchSchema, sortSchema } from '#domain/page';
import { REVIEW_STATES } from './review-states.ts';

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
