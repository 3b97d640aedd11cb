import { parseDecimal } from '#domain/money';
import { accountsAlone, type RouterOutputs, trpc } from '../trpc.ts';

type Account = RouterOutputs['account']['list']['accounts'][number];

/** Of a customer's accounts, the one that the bank takes money from. */
export const checkingOf = (accounts: Account[] | undefined) =>
  accounts?.find(({ accountType }) => accountType === 'checking');

/** The customer's checking account; undefined while it is not known. */
export const useChecking = (): Account | undefined =>
  checkingOf(trpc.account.list.useQuery(undefined, accountsAlone).data);

/**
 * Asks whether the checking account has an amount (cents). A cached balance that is enough is believed; before the answer
 * is no, the bank is asked, since nothing is refetched by itself. If unknown, assume covered; the server re-checks.
 */
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
