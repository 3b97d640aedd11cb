import type { RefusalCode } from '#domain/refusal';
import type { PostingEntry } from './posting.ts';

/**
 * Which customer accounts a posting may reach.
 * - `active`: neither the accounts of its entries nor those in `also` may be frozen. `destination` replaces
 *   ACCOUNT_INACTIVE for a receiving account.
 * - `frozen`: frozen accounts too, but no credit to a customer whose relationship is closed.
 * - `any`: every account, for what the provider has already done.
 */
export type AccountRule =
  | { reach: 'active'; also?: readonly string[]; destination?: RefusalCode }
  | { reach: 'frozen' | 'any'; also?: never };

export const ACTIVE_ONLY: AccountRule = { reach: 'active' };

export type AccountStanding = { id: string; isActive: boolean };

/** Null if allowed. Problems of the paying side come first. */
export function inactiveRefusal(
  rule: AccountRule,
  accounts: readonly AccountStanding[],
  entries: readonly PostingEntry[],
): RefusalCode | null {
  if (rule.reach !== 'active') return null;
  const inactive = accounts.filter(({ isActive }) => !isActive);
  if (inactive.length === 0) return null;
  const { destination = 'ACCOUNT_INACTIVE' } = rule;
  const isCredited = ({ id }: AccountStanding) =>
    entries.some(({ accountId, amountCents }) => accountId === id && amountCents > 0);
  return inactive.every(isCredited) ? destination : 'ACCOUNT_INACTIVE';
}
