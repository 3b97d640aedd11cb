import type { RefusalCode } from '#domain/refusal';
import type { PostingEntry } from './posting.ts';

/**
 * Which customers' accounts a posting may reach.
 * - `active`: no frozen account, and none of `also`, which move no money here. `destination` replaces ACCOUNT_INACTIVE for an
 *   account that money goes to.
 * - `frozen`: frozen accounts too, but no money for a customer who has closed the relation: nobody could take it from there.
 * - `any`: every account. What the provider has done is booked, however the account stands.
 */
export type AccountRule =
  | { reach: 'active'; also?: readonly string[]; destination?: RefusalCode }
  | { reach: 'frozen' | 'any' };

/** The rule of a posting that names none. */
export const ACTIVE_ONLY: AccountRule = { reach: 'active' };

/** How an account stands; `isActive` false: frozen, or closed with its relation. */
export type AccountStanding = { id: string; isActive: boolean };

/** Why the accounts' states forbid a posting, or null. What is wrong with the side that pays is said first. */
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
