import { useMutation } from '@tanstack/react-query';
import { useReducer, useState } from 'react';
import { type Change, useInvalidate } from '../invalidation.ts';
import { httpStatusOf, messageOf, serverErrorOf, unlessCancelled } from '../ui/server-error.ts';
import { toastError } from '../ui/toast.ts';
import { failureOf, isUnknown, type MoveEvent, type MoveState, nextStep } from './move-state.ts';

/** What is sent: the summary's content, under the summary's key. */
export type Confirmed<Draft, Found> = { draft: Draft; found: Found; idempotencyKey: string };

type MoveOptions<Draft, Found, Receipt, Later> = {
  draft: Draft;
  found?: Found;
  /** Loads the later steps before the summary opens, so that the receipt shows even if the network fails. */
  later?: () => Promise<Later>;
  /** Refetches the summary after a refusal because it changed; null if that fails. */
  review?: (draft: Draft, found: Found) => Promise<Found | null>;
  send: (confirmed: Confirmed<Draft, Found>) => Promise<Receipt>;
  invalidates: Change;
  onDone: (receipt: Receipt) => void;
  /** `text`: fallback if the server gives no reason · `title`: heads a toast, which is left out without it */
  failure: { title?: string; text: string };
};

/** Why an attempt was refused, in the server's words. */
type Refusal = { text: string; code: string };

/** Error codes that mean: the amount on the summary is outdated. */
const CHANGED = ['AMOUNT_CHANGED', 'BOLETO_CHANGED', 'COVER_CHANGED'];

/** Until the outcome is known the request keeps its key, cannot be abandoned, and can only be retried. */
export function useMove<Draft, Found, Receipt, Later = undefined>(
  options: MoveOptions<Draft, Found, Receipt, Later>,
) {
  const [flow, dispatch] = useReducer(nextStep<Draft, Found, Receipt>, options, firstStep);
  const [later, setLater] = useState<Later>();
  const [starts, setStarts] = useState(0);
  const { isRefreshing, refresh } = useRefresh(flow, dispatch, options.review);
  const mutation = useSending(options, dispatch, refresh);
  const isLocked = mutation.isPending || isUnknown(flow);

  function next(event: MoveEvent<Draft, Found, Receipt>) {
    mutation.reset();
    dispatch(event);
  }

  return {
    flow,
    later: later as Later,
    /** Number of forms opened after the first; their React key, so that each starts from its own draft. */
    starts,
    isPending: mutation.isPending,
    isRefreshing,
    isUnknown: isUnknown(flow),
    /** Money may be on its way: only the same request may be sent. */
    isLocked,
    /** Of the last attempt. */
    refusal: refusalIn(mutation.error, options.failure.text),
    review: async (draft: Draft, found: Found) => {
      const steps = await options.later?.();
      setLater(() => steps);
      setStarts((before) => before + 1);
      next({ type: 'review', draft, found, idempotencyKey: crypto.randomUUID() });
    },
    back: () => {
      if (!isLocked) next({ type: 'back' });
    },
    refresh: () => {
      if (!mutation.isPending) void refresh();
    },
    send: () => {
      if (flow.step !== 'check' || mutation.isPending || isRefreshing) return;
      const { draft, found, idempotencyKey } = flow;
      mutation.mutate({ draft, found, idempotencyKey });
    },
    /** Opens the form with another draft; false if the current request must be kept. */
    restart: (draft: Draft): boolean => {
      if (isLocked) return false;
      setStarts((before) => before + 1);
      next({ type: 'restart', draft });
      return true;
    },
  };
}

export type Move<Draft, Found, Receipt, Later = undefined> = ReturnType<
  typeof useMove<Draft, Found, Receipt, Later>
>;

export type Confirming = Pick<
  Move<unknown, unknown, unknown>,
  'isPending' | 'isRefreshing' | 'isUnknown' | 'refusal' | 'back' | 'refresh' | 'send'
>;

function refusalIn(error: unknown, fallback: string): Refusal | null {
  if (httpStatusOf(error) === null || unlessCancelled(error) === null) return null;
  return { text: messageOf(error, fallback), code: serverErrorOf(error)?.code ?? '' };
}

function firstStep<Draft, Found, Receipt>({
  draft,
  found,
}: {
  draft: Draft;
  found?: Found;
}): MoveState<Draft, Found, Receipt> {
  if (found === undefined) return { step: 'fill', draft };
  return { step: 'check', draft, found, idempotencyKey: crypto.randomUUID(), outcome: 'none' };
}

function useSending<Draft, Found, Receipt, Later>(
  { send, invalidates, onDone, failure }: MoveOptions<Draft, Found, Receipt, Later>,
  dispatch: (event: MoveEvent<Draft, Found, Receipt>) => void,
  refresh: () => Promise<void>,
) {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: send,
    onSuccess: (receipt) => {
      dispatch({ type: 'done', receipt });
      onDone(receipt);
      void invalidate(invalidates);
    },
    onError: (error) => {
      const code = serverErrorOf(error)?.code ?? '';
      const outcome = failureOf(httpStatusOf(error), code);
      dispatch({ type: 'failed', failure: outcome });
      // The money may have moved: a statement opened now must be current.
      if (outcome === 'unanswered') return void invalidate(invalidates, 'whenShown');
      if (failure.title) toastError(failure.title, error, failure.text);
      if (outcome === 'refused') void invalidate(invalidates);
      if (CHANGED.includes(code)) void refresh();
    },
  });
}

/** Nothing was moved: replaces the summary with the server's current answer, under a new key. */
function useRefresh<Draft, Found, Receipt>(
  flow: MoveState<Draft, Found, Receipt>,
  dispatch: (event: MoveEvent<Draft, Found, Receipt>) => void,
  review: ((draft: Draft, found: Found) => Promise<Found | null>) | undefined,
) {
  const [refreshingKey, setRefreshingKey] = useState<string | null>(null);

  async function refresh() {
    if (flow.step !== 'check' || !review) return;
    const seenKey = flow.idempotencyKey;
    setRefreshingKey(seenKey);
    const found = await review(flow.draft, flow.found);
    setRefreshingKey((key) => (key === seenKey ? null : key));
    if (found !== null) dispatch({ type: 'refreshed', seenKey, found, idempotencyKey: crypto.randomUUID() });
  }

  return { isRefreshing: flow.step === 'check' && flow.idempotencyKey === refreshingKey, refresh };
}
