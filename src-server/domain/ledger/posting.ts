import { MAX_AMOUNT_CENTS } from '#domain/money';

/** Cents; positive: credit, negative: debit. */
export type PostingEntry = { accountId: string; amountCents: number };

/** Throws unless balanced; a failure is a bug of the caller, never a refusal. */
export function assertBalanced(entries: readonly PostingEntry[]): void {
  if (entries.length < 2) throw new Error(`a transaction has at least two entries, not ${entries.length}`);
  const accountIds = entries.map((entry) => entry.accountId);
  if (new Set(accountIds).size !== entries.length) {
    throw new Error(`an account appears twice in a transaction: ${accountIds.join(', ')}`);
  }
  let sum = 0;
  for (const { accountId, amountCents } of entries) {
    if (!Number.isSafeInteger(amountCents) || amountCents === 0) {
      throw new Error(`entry of account ${accountId}: not a non-zero number of cents: ${amountCents}`);
    }
    if (Math.abs(amountCents) > MAX_AMOUNT_CENTS) {
      throw new Error(`entry of account ${accountId}: ${amountCents} cents exceeds the maximum`);
    }
    sum += amountCents;
  }
  if (sum !== 0) throw new Error(`the entries sum to ${sum}, not to zero`);
}

export function movedCents(entries: readonly PostingEntry[]): number {
  return entries.reduce((sum, { amountCents }) => (amountCents > 0 ? sum + amountCents : sum), 0);
}

export function sumOfCents(entries: readonly PostingEntry[]): number {
  return entries.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

export function reversed(entries: readonly PostingEntry[]): PostingEntry[] {
  return entries.map(({ accountId, amountCents }) => ({ accountId, amountCents: -amountCents }));
}
