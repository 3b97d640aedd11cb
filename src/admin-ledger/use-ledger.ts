import { useInfiniteQuery } from '@tanstack/react-query';
import { trpcClient } from '../trpc.ts';
import { PAGED } from '../ui/use-list.ts';
import type { LedgerFilters } from './search.ts';

/**
 * The ledger, page by page; only the first page adds everything up. Not tRPC's own hook: it sends the direction of the paging
 * in an input named like our filter. The key begins like tRPC's, so that whatever makes the ledger old makes this old too.
 */
export function useLedger(asked: LedgerFilters & { limit: number; sort?: 'createdAt' | '-createdAt' }) {
  return useInfiniteQuery({
    queryKey: [['admin', 'ledger', 'list'], { input: asked, type: 'infinite' }],
    ...PAGED,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      trpcClient.admin.ledger.list.query(
        { ...asked, ...(pageParam && { cursor: pageParam, totals: false }) },
        { signal },
      ),
  });
}
