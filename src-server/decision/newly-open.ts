import { newId } from '#server/kernel/id';
import type { NewlyOpen } from './decision.ts';

/** An account that a decision opens for a customer. It cannot go below zero. */
export const newlyOpen = (
  accountType: NewlyOpen['accountType'],
  userId: string,
  createdAt: Date,
): NewlyOpen => ({
  id: newId(),
  userId,
  accountType,
  createdAt,
  isActive: true,
  isHolderClosed: false,
  floorCents: 0,
  seq: 0,
  balanceCents: 0,
  creditsCents: 0,
  lastEntryAt: null,
});
