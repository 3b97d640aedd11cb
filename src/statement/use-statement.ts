import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { trpcClient } from '../trpc.ts';
import type { Page } from './days.ts';
import type { Filters } from './search.ts';

/** Entries fetched at a time. */
const PAGE_ENTRIES = 50;

/**
 * The statement, page by page. Not tRPC's own hook: it sends the direction of the paging in an input named like our filter.
 * The key begins like tRPC's, so that whatever makes the ledger old makes this old too.
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

  /** Only the first page is fetched anew: what comes after it would be somewhere else by now. */
  async function refresh(): Promise<void> {
    client.setQueryData<InfiniteData<Page, string | null>>(
      queryKey,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    await query.refetch();
  }

  return { query, refresh };
}
