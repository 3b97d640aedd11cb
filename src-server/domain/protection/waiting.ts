import type { Payment } from './judge.ts';
import { parametersOn } from './limits.ts';
import { periodsAt } from './periods.ts';

/** Longest that a customer may choose. */
export const MOST_UNDO_MINUTES = 60;

const MINUTE_MS = 60_000;

export const undoMinutesOf = (chosen: number | null, at: Date): number =>
  chosen ?? parametersOn(periodsAt(at).day).undo.minutes;

/** Until when a payment can be undone; null: it is made at once. `chosen`: minutes that the customer has set. */
export function undoUntil(payment: Payment, chosen: number | null, at: Date): Date | null {
  const { amountCents, payeeIs, trustedCents } = payment;
  if (payeeIs === 'known' || (trustedCents !== null && amountCents <= trustedCents)) return null;
  if (amountCents <= parametersOn(periodsAt(at).day).undo.aboveCents) return null;
  const minutes = undoMinutesOf(chosen, at);
  return minutes === 0 ? null : new Date(at.getTime() + minutes * MINUTE_MS);
}

/** Payments that wait until they can no longer be undone. */
export const WAITING_KINDS = ['transfer', 'pix', 'boleto'] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/** What an administrator decides on a payment that is held for review. */
export const REVIEW_STATUSES = ['pending', 'approved', 'refused'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** `paid`: released · `undone`: by the customer, or because the account was frozen · `refused`: could not be paid any more. */
export const WAITING_STATUSES = ['waiting', 'paid', 'undone', 'refused'] as const;
export type WaitingStatus = (typeof WAITING_STATUSES)[number];
