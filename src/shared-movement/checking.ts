import { accountsOnly, type RouterOutputs, trpc } from '../trpc.ts';

type Account = RouterOutputs['account']['list']['accounts'][number];

export const checkingOf = (accounts: Account[] | undefined) =>
  accounts?.find(({ accountType }) => accountType === 'checking');

export const useChecking = (): Account | undefined =>
  checkingOf(trpc.account.list.useQuery(undefined, accountsOnly).data);
