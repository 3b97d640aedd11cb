import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { trpcClient } from '../trpc.ts';
import type { Page } from './days.ts';
import type { Filters } from './search.ts';

const PAGE_ENTRIES = 50;

/**
 * The statement, page by page. tRPC's own hook cannot be used: it sets the input `direction` to its paging
 * direction, and our filter has that name. The query key is tRPC's, so that invalidating `account.ledger`
 * includes this query.
 */
export function useStatement(filters: Filters, ready: boolean) {
  const client = useQueryClient();
  const queryKey = [['account', 'ledger'], { input: filters, type: 'infinite' }];
  const query = useInfiniteQuery({
    queryKey,
    enabled: ready,
    placeholderData: keepPreviousData,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      trpcClient.account.ledger.query(
        { ...filters, limit: PAGE_ENTRIES, withDayBalances: true, ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    getNextPageParam: (page: Page) => page.nextCursor,
  });

  /** Only the first page is refetched: later pages would have shifted. */
  async function refresh(): Promise<void> {
    client.setQueryData<InfiniteData<Page, string | null>>(
      queryKey,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    await query.refetch();
  }

  return { query, refresh };
}
