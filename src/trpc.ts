import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { httpBatchLink } from '@trpc/client';
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import superjson from 'superjson';
import { MAX_BATCH_CALLS } from '#domain/limits';
import { plainInput } from '#domain/plain-input';
import { QUIET_HEADER } from '#domain/quiet';
import type { AppRouter } from '#server/router';
import { proofLink } from './proof-link.ts';
import { watchedFetch } from './ui/connection.ts';
import { httpStatusOf } from './ui/server-error.ts';

/** What each procedure takes and answers, e.g. `RouterOutputs['account']['list']`. */
export type RouterInputs = inferRouterInputs<AppRouter>;
export type RouterOutputs = inferRouterOutputs<AppRouter>;

/** Of an answer of `account.list` the accounts alone: a customer's come whole, so there is no next page. */
export const accountsAlone = {
  select: ({ accounts }: RouterOutputs['account']['list']) => accounts,
};

/** The procedures as hooks: `trpc.account.list.useQuery()`. */
export const trpc = createTRPCReact<AppRouter>();

const batchesOf = (maxItems: number) =>
  httpBatchLink<AppRouter>({
    url: '/trpc',
    maxItems,
    transformer: { input: plainInput, output: superjson },
    headers: ({ opList }) => (opList.every(({ context }) => context.isQuiet) ? { [QUIET_HEADER]: '1' } : {}),
    fetch: (url, options) => watchedFetch(url, { ...options, credentials: 'include' } as RequestInit),
  });

/** Options of a query that a screen repeats by itself: being asked for is then no use of the session. */
export const QUIETLY = { trpc: { context: { isQuiet: true } } };

/** What the bank has to ask the payment provider for, which may take its time. */
const ASKS_PROVIDER = /^pix|boleto|reconcile$/;

export const trpcClient = trpc.createClient({
  links: [
    proofLink,
    // A batch is answered when its slowest call is: what waits for others travels alone.
    (runtime) => {
      const together = batchesOf(MAX_BATCH_CALLS)(runtime);
      const alone = batchesOf(1)(runtime);
      return (call) => (ASKS_PROVIDER.test(call.op.path) ? alone : together)(call);
    },
  ],
});

let sessionEnded: () => void = () => {};

/** Says what happens when a call is answered 401: the router sends who is inside the portal to the login. */
export function onSessionEnded(listener: () => void): void {
  sessionEnded = listener;
}

function noticeSessionEnd(error: Error): void {
  if (httpStatusOf(error) === 401) sessionEnded();
}

/**
 * Section 7 of the specification: data never stale, no refetch on focus or reconnection, no polling, no retries. Networks
 * are not watched either, so that a call without one fails at once and says so.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSessionEnd }),
  mutationCache: new MutationCache({ onError: noticeSessionEnd }),
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** The same procedures outside components (guards, logout): `api.auth.me.fetch()`. */
export const api = createTRPCQueryUtils({ queryClient, client: trpcClient });
