import { useInfiniteQuery } from '@tanstack/react-query';
import { trpcClient } from '../trpc.ts';
import { PAGED } from '../ui/use-list.ts';
import type { LedgerFilters } from './search.ts';

/**
 * The ledger, page by page; only the first page carries totals. tRPC's own hook cannot be used: it sends
 * its paging direction in an input that has the name of our filter. The key has tRPC's prefix, so that
 * invalidating `account.ledger` includes it.
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
