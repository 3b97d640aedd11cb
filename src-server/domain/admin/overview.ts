import { z } from 'zod';
import { OVERVIEW_DAYS } from './overview-days.ts';

export const overviewInputSchema = z.object({
  days: z
    .union([z.number(), z.string()], { error: 'Período inválido' })
    .transform(Number)
    .pipe(z.literal([...OVERVIEW_DAYS], { error: 'O período é de 7, 30 ou 90 dias' }))
    .default(30),
});

/** Most urgent first. */
export const NEEDS = [
  'clock',
  'reconciliation',
  'stuck_orders',
  'payment_reviews',
  'held_payments',
  'failed_jobs',
  'mail_given_up',
  'reviews',
  'old_proposals',
  'new_overdue',
] as const;
export type Need = (typeof NEEDS)[number];

export const PROPOSAL_WAITS_HOURS = 24;
export const ORDER_WAITS_MINUTES = 15;
