import { type RefusalCode, refuse } from '#domain/refusal';
import { ACTIVE_ONLY, type AccountRule, type AccountStanding, inactiveRefusal } from './account-rule.ts';
import { isNeutral } from './flow.ts';
import { assertBalanced, type PostingEntry } from './posting.ts';
import type { TransactionType } from './words.ts';

/** An account with the sums of its last entry; each applied posting advances it. `floorCents` null: none. */
export type OpenAccount = AccountStanding & {
  isHolderClosed: boolean;
  floorCents: number | null;
  seq: number;
  balanceCents: number;
  creditsCents: number;
  lastEntryAt: Date | null;
};

export type AppliedEntry = {
  accountId: string;
  seq: number;
  transactionId: string;
  amountCents: number;
  balanceAfterCents: number;
  creditsAfterCents: number;
  createdAt: Date;
  isNeutral: boolean;
};

export type AppliedPosting = {
  transactionId: string;
  type: TransactionType;
  createdAt: Date;
  isOwnMove?: boolean;
  entries: readonly PostingEntry[];
  accounts?: AccountRule;
};

/**
 * The entries of a posting, after the accounts' last ones. Changes the accounts, or nothing when it refuses:
 * ACCOUNT_INACTIVE (or the rule's `destination`), USER_CLOSED, INSUFFICIENT_FUNDS, BALANCE_OUT_OF_RANGE. Throws if
 * unbalanced, or for an account that is not among `accounts`.
 */
export function applyPosting(
  accounts: ReadonlyMap<string, OpenAccount>,
  posting: AppliedPosting,
): AppliedEntry[] {
  const next = nextEntries(accounts, posting);
  for (const { account, entry } of next) advance(account, entry);
  return next.map(({ entry }) => entry);
}

/** Refuses what `applyPosting` would refuse, and changes nothing: for refusals that come after those of the posting. */
export function refuseUnpostable(accounts: readonly OpenAccount[], posting: AppliedPosting): void {
  nextEntries(new Map(accounts.map((account) => [account.id, account])), posting);
}

function nextEntries(
  accounts: ReadonlyMap<string, OpenAccount>,
  posting: AppliedPosting,
): { account: OpenAccount; entry: AppliedEntry }[] {
  assertBalanced(posting.entries);
  const { accounts: rule = ACTIVE_ONLY } = posting;
  const sides = posting.entries.map((entry) => ({ entry, account: accountOf(accounts, entry.accountId) }));
  const others = (rule.also ?? []).map((id) => accountOf(accounts, id));
  const standings = [...sides.map(({ account }) => account), ...others];
  const refusal = inactiveRefusal(rule, standings, posting.entries) ?? closedRefusal(rule, sides);
  if (refusal) refuse(refusal);
  return sides.map(({ entry, account }) => ({ account, entry: nextEntry(account, entry, posting) }));
}

/** All postings of a decision, in their order. If one refuses, the accounts are as before. */
export function applyPostings(
  accounts: ReadonlyMap<string, OpenAccount>,
  postings: readonly AppliedPosting[],
): AppliedEntry[] {
  const [only] = postings;
  if (only && postings.length === 1) return applyPosting(accounts, only);
  const before = postings.flatMap(({ entries }) =>
    entries.map(({ accountId }) => ({ ...accountOf(accounts, accountId) })),
  );
  try {
    return postings.flatMap((posting) => applyPosting(accounts, posting));
  } catch (error) {
    for (const account of before) Object.assign(accountOf(accounts, account.id), account);
    throw error;
  }
}

type Side = { entry: PostingEntry; account: OpenAccount };

function accountOf(accounts: ReadonlyMap<string, OpenAccount>, id: string): OpenAccount {
  const account = accounts.get(id);
  if (!account) throw new Error(`account ${id} is not among the facts of its decision`);
  return account;
}

function closedRefusal(rule: AccountRule, sides: readonly Side[]): RefusalCode | null {
  if (rule.reach !== 'frozen') return null;
  return sides.some(({ entry, account }) => entry.amountCents > 0 && account.isHolderClosed)
    ? 'USER_CLOSED'
    : null;
}

function nextEntry(
  account: OpenAccount,
  { accountId, amountCents }: PostingEntry,
  { transactionId, type, createdAt, isOwnMove = false }: AppliedPosting,
): AppliedEntry {
  const balanceAfterCents = account.balanceCents + amountCents;
  const creditsAfterCents = account.creditsCents + Math.max(amountCents, 0);
  if (!Number.isSafeInteger(balanceAfterCents) || !Number.isSafeInteger(creditsAfterCents))
    refuse('BALANCE_OUT_OF_RANGE');
  if (amountCents < 0 && account.floorCents !== null && balanceAfterCents < account.floorCents)
    refuse('INSUFFICIENT_FUNDS');
  const { seq, lastEntryAt } = account;
  return {
    accountId,
    seq: seq + 1,
    transactionId,
    amountCents,
    balanceAfterCents,
    creditsAfterCents,
    // Never before the last entry, despite clock skew: statements search by time and seq alike.
    createdAt: lastEntryAt && lastEntryAt > createdAt ? lastEntryAt : createdAt,
    isNeutral: isNeutral(type, isOwnMove),
  };
}

function advance(account: OpenAccount, entry: AppliedEntry): void {
  account.seq = entry.seq;
  account.balanceCents = entry.balanceAfterCents;
  account.creditsCents = entry.creditsAfterCents;
  account.lastEntryAt = entry.createdAt;
}
