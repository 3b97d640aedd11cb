import { useEffect, useEffectEvent } from 'react';
import { useInvalidate } from '../invalidation.ts';
import { BACKGROUND_QUERY, trpc } from '../trpc.ts';
import { type Move, type MoveStatus, shownStatus } from '../ui/move-status.ts';

/** Maximum number of polls, since nobody may be watching. The interval grows. */
const MAX_POLLS = 24;
const PAUSE = { firstMs: 1500, stepMs: 500, mostMs: 8000 };

/** Milliseconds until the next poll; false after the last. */
export function orderPause({
  dataUpdateCount,
  errorUpdateCount,
}: {
  dataUpdateCount: number;
  errorUpdateCount: number;
}): number | false {
  const polls = dataUpdateCount + errorUpdateCount;
  return polls < MAX_POLLS && Math.min(PAUSE.mostMs, PAUSE.firstMs + polls * PAUSE.stepMs);
}

/** Polls for about two and a half minutes at most. Calls `onEnd` once, and invalidates balances and statements. */
export function useOrder(order: Move & { id: string }, onEnd: (status: MoveStatus) => void) {
  const isOpen = order.status === 'processing';
  const query = trpc.pix.order.useQuery(
    { id: order.id },
    {
      ...BACKGROUND_QUERY,
      enabled: isOpen,
      refetchOnMount: 'always',
      refetchInterval: ({ state }) =>
        state.data !== undefined && state.data.status !== 'processing' ? false : orderPause(state),
    },
  );
  const answer = isOpen ? query.data : undefined;
  const status = shownStatus(answer ?? order);
  const invalidate = useInvalidate();
  const end = useEffectEvent((ended: MoveStatus) => {
    onEnd(ended);
    void invalidate('order');
  });
  useEffect(() => {
    if (isOpen && status !== 'processing') end(status);
  }, [isOpen, status]);
  return { status, answer, isFetching: query.isFetching, refetch: query.refetch };
}
