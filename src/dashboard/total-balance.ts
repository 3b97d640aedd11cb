import { parseDecimal } from '#domain/money';
import type { RouterOutputs } from '../trpc.ts';

export type Account = RouterOutputs['account']['list']['accounts'][number];

/** Sum of the active checking and savings accounts, in cents. */
export function totalBalanceCents(
  accounts: readonly Pick<Account, 'accountType' | 'balance' | 'isActive'>[],
): number {
  return accounts
    .filter(
      ({ accountType, isActive }) => isActive && (accountType === 'checking' || accountType === 'savings'),
    )
    .reduce((total, { balance }) => total + (parseDecimal(balance) ?? 0), 0);
}
