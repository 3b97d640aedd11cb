import { parseDecimal } from '#domain/money';
import { accountsOnly, type RouterOutputs, trpc } from '../trpc.ts';

type Account = RouterOutputs['account']['list']['accounts'][number];

export const checkingOf = (accounts: Account[] | undefined) =>
  accounts?.find(({ accountType }) => accountType === 'checking');

export const useChecking = (): Account | undefined =>
  checkingOf(trpc.account.list.useQuery(undefined, accountsOnly).data);

/** Trusts a sufficient cached balance, else refetches (cents). If unknown, assume covered; the server re-checks. */
export function useCovered(): (amountCents: number) => Promise<boolean> {
  const { list } = trpc.useUtils().account;
  return async (amountCents) => {
    const isEnough = (answer: RouterOutputs['account']['list'] | undefined) => {
      const checking = checkingOf(answer?.accounts);
      return !checking || amountCents <= (parseDecimal(checking.balance) ?? 0);
    };
    return (
      isEnough(list.getData()) ||
      isEnough(await list.fetch(undefined, { staleTime: 0 }).catch(() => undefined))
    );
  };
}
