import { useInfiniteQuery } from '@tanstack/react-query';
import { trpcClient } from '../trpc.ts';
import { PAGED } from '../ui/use-list.ts';
import type { LedgerFilters } from './search.ts';

/**
 * The ledger, page by page; only the first page carries totals. tRPC's own hook cannot be used: it sets
 * the input `direction` to its paging direction, and our filter has that name. The query key is tRPC's, so
 * that invalidating `admin.ledger` includes this query.
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
