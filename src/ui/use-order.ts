import { useEffect, useRef } from 'react';
import { QUIETLY, trpc } from '../trpc.ts';
import type { MoveStatus } from './move-mark.tsx';

/** An order is asked for so often by itself, more and more seldom: for ever would keep a session open that nobody uses. */
const LOOKS = 24;
const PAUSE = { firstMs: 1500, stepMs: 500, mostMs: 8000 };

/**
 * Watches money that is on its way, by the id that the answer to it carried, until its end is known or two minutes have
 * passed; `onEnd` is told the end once.
 */
export function useOrder(order: { id: string; status: MoveStatus }, onEnd: (status: MoveStatus) => void) {
  const isOpen = order.status === 'processing';
  const query = trpc.pix.order.useQuery(
    { id: order.id },
    {
      ...QUIETLY,
      enabled: isOpen,
      refetchOnMount: 'always',
      refetchInterval: ({ state }) => {
        const looks = state.dataUpdateCount + state.errorUpdateCount;
        const isOver = state.data !== undefined && state.data.status !== 'processing';
        return isOver || looks >= LOOKS
          ? false
          : Math.min(PAUSE.mostMs, PAUSE.firstMs + looks * PAUSE.stepMs);
      },
    },
  );
  const answer = isOpen ? query.data : undefined;
  const status = answer?.status ?? order.status;
  const told = useRef(onEnd);
  told.current = onEnd;
  useEffect(() => {
    if (isOpen && status !== 'processing') told.current(status);
  }, [isOpen, status]);
  return { status, answer, isFetching: query.isFetching, refetch: query.refetch };
}
