import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type RouterOutputs, trpcClient } from '../trpc.ts';
import type { LedgerFilters } from './search.ts';

type Page = RouterOutputs['admin']['ledger']['list'];

const PAGE_ROWS = 30;

/**
 * The ledger, page by page; only the first page adds everything up. Not tRPC's own hook: it sends the direction of the paging
 * in an input named like our filter. The key begins like tRPC's, so that whatever makes the ledger old makes this old too.
 */
export function useLedger(filters: LedgerFilters) {
  return useInfiniteQuery({
    queryKey: [['admin', 'ledger', 'list'], { input: filters, type: 'infinite' }],
    placeholderData: keepPreviousData,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      trpcClient.admin.ledger.list.query(
        { ...filters, limit: PAGE_ROWS, ...(pageParam && { cursor: pageParam, totals: false }) },
        { signal },
      ),
    getNextPageParam: (page: Page) => page.nextCursor,
  });
}
