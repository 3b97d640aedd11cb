import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { trpc } from '../trpc.ts';

const PAGE = 10;

export function useNotifications() {
  // Reads every property that the list uses: TanStack Query only tracks properties read during render.
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    trpc.auth.notifications.list.useInfiniteQuery(
      { limit: PAGE },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    );
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const shownAt = useRef(path);

  useEffect(() => {
    if (path === shownAt.current) return;
    shownAt.current = path;
    void refetch({ cancelRefetch: false });
  }, [path, refetch]);

  return { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage };
}

export type NotificationPages = ReturnType<typeof useNotifications>;
