import { MAX_AMOUNT_CENTS } from '#domain/money';

/** One side of a transaction: what an account gains (+) or loses (−), in cents. */
export type PostingEntry = { accountId: string; amountCents: number };

/**
 * Throws when the entries are not a balanced posting: at least two, no account twice, whole non-zero cents that no sum can
 * take out of the exact range, together zero. A posting that fails this is a bug of the caller, never a refusal.
 */
export function assertBalanced(entries: readonly PostingEntry[]): void {
  if (entries.length < 2) throw new Error('a transaction has at least two entries');
  if (new Set(entries.map((entry) => entry.accountId)).size !== entries.length) {
    throw new Error('an account appears twice in a transaction');
  }
  let sum = 0;
  for (const { amountCents } of entries) {
    if (!Number.isSafeInteger(amountCents) || amountCents === 0) {
      throw new Error(`not an amount in whole cents: ${amountCents}`);
    }
    if (Math.abs(amountCents) > MAX_AMOUNT_CENTS) throw new Error(`amount out of range: ${amountCents}`);
    sum += amountCents;
  }
  if (sum !== 0) throw new Error(`the entries sum to ${sum}, not to zero`);
}

/** What a balanced posting moves, in cents: the sum of its credits (equal to that of its debits). */
export function movedCents(entries: readonly PostingEntry[]): number {
  return entries.reduce((sum, { amountCents }) => (amountCents > 0 ? sum + amountCents : sum), 0);
}

/** What entries add up to, in cents: zero for a transaction that is whole. */
export function sumOfCents(entries: readonly PostingEntry[]): number {
  return entries.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** The entries that undo these, account by account. */
export function reversed(entries: readonly PostingEntry[]): PostingEntry[] {
  return entries.map(({ accountId, amountCents }) => ({ accountId, amountCents: -amountCents }));
}
