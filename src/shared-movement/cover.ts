import { parseDecimal, toDecimal } from '#domain/money';
import { type RouterOutputs, trpc, trpcClient } from '../trpc.ts';
import { type Move, type MoveStatus, shownStatus } from '../ui/move-status.ts';
import { checkingOf } from './checking.ts';

/** What the customer's other account adds, in cents; 0: nothing. Part of what a summary shows. */
export type WithCover = { coverCents: number };

/** A movement's own answer, or a covered payment that may still be under way. */
export type Paid<Answer> = { answer: Answer } | { covered: Covered };
export type Covered = RouterOutputs['account']['cover']['get'];

/** Nothing is paid yet: the cover is still on its way. */
export const isUnderWay = (paid: Paid<unknown>): boolean =>
  'covered' in paid && paid.covered.status === 'processing';

export const statusOf = (paid: Paid<Move>): MoveStatus =>
  'answer' in paid ? shownStatus(paid.answer) : paid.covered.status;

type Payment = Omit<Parameters<typeof trpcClient.account.cover.pay.mutate>[0], 'cover' | 'idempotencyKey'>;

type Confirmed = { found: WithCover; idempotencyKey: string };

/** Sends the payment alone, or with the cover that the summary showed. */
export async function payWithCover<Answer>(
  { found: { coverCents }, idempotencyKey }: Confirmed,
  payment: Payment,
  pay: () => Promise<Answer>,
): Promise<Paid<Answer>> {
  if (coverCents === 0) return { answer: await pay() };
  const cover = toDecimal(coverCents);
  return { covered: await trpcClient.account.cover.pay.mutate({ cover, ...payment, idempotencyKey }) };
}

/**
 * What the other account must add to an amount from this one, in cents; null: both have too little. Trusts a sufficient
 * cached balance, else refetches. If unknown, assume enough; the server re-checks.
 */
export function useMissing(from: 'checking' | 'external'): (amountCents: number) => Promise<number | null> {
  const { account, pix } = trpc.useUtils();
  const checking = {
    cached: () => centsOf(checkingOf(account.list.getData()?.accounts)),
    fetch: async () => centsOf(checkingOf((await account.list.fetch(undefined, NOW)).accounts)),
  };
  const external = {
    cached: () => centsOf(pix.balance.getData()),
    fetch: async () => centsOf(await pix.balance.fetch(undefined, NOW)),
  };
  const [paying, other] = from === 'checking' ? [checking, external] : [external, checking];
  return async (amountCents) => {
    if ((paying.cached() ?? -1) >= amountCents) return 0;
    const balanceCents = await paying.fetch().catch(() => null);
    if (balanceCents === null || balanceCents >= amountCents) return 0;
    const missingCents = amountCents - balanceCents;
    // Customers without an external account are refused by it.
    const otherCents = await other.fetch().catch(() => null);
    return (otherCents ?? 0) >= missingCents ? missingCents : null;
  };
}

const NOW = { staleTime: 0 };

const centsOf = (account: { balance: string } | undefined): number | null =>
  account ? parseDecimal(account.balance) : null;
