import { keepPreviousData } from '@tanstack/react-query';
import { useMakeOld } from '../made-old.ts';
import { type RouterInputs, type RouterOutputs, trpc } from '../trpc.ts';
import { PAGED } from '../ui/use-list.ts';

export type Proposal = RouterOutputs['credit']['proposals']['list']['proposals'][number];

/** What the list is asked for. */
type Asked = RouterInputs['credit']['proposals']['list'];

/** Customers send proposals, and colleagues decide on them: opening the screen asks again. */
const FRESH = { placeholderData: keepPreviousData, refetchOnMount: 'always' } as const;

/** The proposals that the address asks for, page by page. */
export const useProposals = (asked: Asked) =>
  trpc.credit.proposals.list.useInfiniteQuery({ ...asked }, { ...PAGED, ...FRESH });

/** How many proposals the search finds, whatever their status: what is pending does not go away by a filter. */
export const useCounts = (q: string | undefined) => trpc.credit.proposals.list.useQuery(countsOf(q), FRESH);

const countsOf = (q: string | undefined) => ({ ...(q && { q }), limit: 1 });

/**
 * Puts a proposal as it has become into the list, where it stays in its place; everything else that knows of proposals is
 * asked for again when it is looked at.
 */
export function useKeepProposal(asked: Asked) {
  const utils = trpc.useUtils();
  const makeOld = useMakeOld();
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
    void makeOld('administration');
  };
}

/** A proposal as the bank has it now. */
export function useFreshProposal() {
  const utils = trpc.useUtils();
  return ({ id }: Proposal): Promise<Proposal> => utils.credit.proposals.get.fetch({ id }, { staleTime: 0 });
}
