import { keepPreviousData } from '@tanstack/react-query';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { filtersOf, type OperationsSearch } from './search.ts';

export type Operation = RouterOutputs['credit']['operations']['list']['operations'][number];
export type OperationTotals = RouterOutputs['credit']['operations']['list']['totals'];

const PAGE_CARDS = 24;

/** The operations that the address asks for, page by page. */
export const useOperations = (search: OperationsSearch) =>
  trpc.credit.operations.list.useInfiniteQuery(
    { ...filtersOf(search), limit: PAGE_CARDS },
    {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      // Payments and the bank's daily run change it elsewhere.
      refetchOnMount: 'always',
    },
  );
