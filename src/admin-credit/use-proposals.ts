import { keepPreviousData } from '@tanstack/react-query';
import { useMakeOld } from '../made-old.ts';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { filtersOf, type ProposalsSearch } from './search.ts';

export type Proposal = RouterOutputs['credit']['proposals']['list']['proposals'][number];

const PAGE_CARDS = 24;

/** Customers send proposals, and colleagues decide on them: opening the screen asks again. */
const FRESH = { placeholderData: keepPreviousData, refetchOnMount: 'always' } as const;

/** The proposals that the address asks for, page by page. */
export const useProposals = (search: ProposalsSearch) =>
  trpc.credit.proposals.list.useInfiniteQuery(
    { ...filtersOf(search), limit: PAGE_CARDS },
    { getNextPageParam: (page) => page.nextCursor, ...FRESH },
  );

/** How many proposals the search finds, whatever their status: what is pending does not go away by a filter. */
export const useCounts = ({ busca }: ProposalsSearch) =>
  trpc.credit.proposals.list.useQuery({ ...filtersOf({ busca }), limit: 1 }, FRESH);

/**
 * Puts a proposal as it has become into the list, where it stays in its place; everything else that knows of proposals is
 * asked for again when it is looked at.
 */
export function useKeepProposal(search: ProposalsSearch) {
  const utils = trpc.useUtils();
  const makeOld = useMakeOld();
  return (kept: Proposal) => {
    utils.credit.proposals.list.setInfiniteData({ ...filtersOf(search), limit: PAGE_CARDS }, (data) =>
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
    void utils.credit.proposals.list.refetch({ ...filtersOf({ busca: search.busca }), limit: 1 });
    void makeOld('administration');
  };
}

/** A proposal as the bank has it now. */
export function useFreshProposal() {
  const utils = trpc.useUtils();
  return ({ id }: Proposal): Promise<Proposal> => utils.credit.proposals.get.fetch({ id }, { staleTime: 0 });
}
