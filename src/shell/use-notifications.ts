import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { trpc } from '../trpc.ts';

/** Notifications fetched at once. */
const PAGE = 10;

/** The user's notifications, page by page, asked anew at each screen. */
export function useNotifications() {
  // All that the list will read is read here: what only a part that comes later reads would not be followed until then.
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
