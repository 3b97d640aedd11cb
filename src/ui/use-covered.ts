import { parseDecimal } from '#domain/money';
import { type RouterOutputs, trpc } from '../trpc.ts';

/**
 * Asks whether the checking account has so many cents. What was fetched before is believed while it is enough; before the
 * answer is no, the bank is asked: others may have sent money since, and nothing is refetched by itself. What nobody can
 * say is a yes: the bank looks again.
 */
export function useCovered(): (amountCents: number) => Promise<boolean> {
  const { list } = trpc.useUtils().account;
  return async (amountCents) => {
    const isEnough = (answer: RouterOutputs['account']['list'] | null | undefined) => {
      const checking = answer?.accounts.find(({ accountType }) => accountType === 'checking');
      return !checking || amountCents <= (parseDecimal(checking.balance) ?? 0);
    };
    return (
      isEnough(list.getData()) ||
      isEnough(await list.fetch(undefined, { staleTime: 0 }).catch(() => undefined))
    );
  };
}
