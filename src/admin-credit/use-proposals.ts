import { keepPreviousData } from '@tanstack/react-query';
import { UNDECIDED } from '#domain/credit/words';
import { useInvalidate } from '../invalidation.ts';
import { type RouterInputs, type RouterOutputs, trpc } from '../trpc.ts';
import { PAGED } from '../ui/use-list.ts';

export type Proposal = RouterOutputs['credit']['proposals']['list']['proposals'][number];

export const isUndecided = ({ status }: Proposal): boolean => UNDECIDED.some((one) => one === status);

type Asked = RouterInputs['credit']['proposals']['list'];

/** Customers and other administrators change proposals, so opening the screen refetches. */
const FRESH = { placeholderData: keepPreviousData, refetchOnMount: 'always' } as const;

export const useProposals = (asked: Asked) =>
  trpc.credit.proposals.list.useInfiniteQuery({ ...asked }, { ...PAGED, ...FRESH });

/** Counts of all proposals that match the search, whatever their status. */
export const useCounts = (q: string | undefined) => trpc.credit.proposals.list.useQuery(countsOf(q), FRESH);

const countsOf = (q: string | undefined) => ({ ...(q && { q }), limit: 1 });

/** Replaces a changed proposal at its place in the loaded list; other queries that hold proposals are invalidated. */
export function useKeepProposal(asked: Asked) {
  const utils = trpc.useUtils();
  const invalidate = useInvalidate();
  return (kept: Proposal) => {
    utils.credit.proposals.list.setInfiniteData({ ...asked }, (data) =>
      data
        ? {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              proposals: page.proposals.map((one) => (one.id === kept.id ? kept : one)),
            })),
          }
        : data,
    );
    void utils.credit.proposals.list.invalidate(undefined, { refetchType: 'none' });
    void utils.credit.proposals.list.refetch(countsOf(asked?.q));
    void invalidate('administration');
  };
}

export function useFreshProposal() {
  const utils = trpc.useUtils();
  return ({ id }: Proposal): Promise<Proposal> => utils.credit.proposals.get.fetch({ id }, { staleTime: 0 });
}
