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

export type RouterInputs = inferRouterInputs<AppRouter>;
export type RouterOutputs = inferRouterOutputs<AppRouter>;

/** Selects the accounts of `account.list`: a customer's list has no further pages. */
export const accountsOnly = {
  select: ({ accounts }: RouterOutputs['account']['list']) => accounts,
};

/** Procedures as hooks: `trpc.account.list.useQuery()`. */
export const trpc = createTRPCReact<AppRouter>();

const batchesOf = (maxItems: number) =>
  httpBatchLink<AppRouter>({
    url: '/trpc',
    maxItems,
    transformer: { input: plainInput, output: superjson },
    headers: ({ opList }) => (opList.every(({ context }) => context.isQuiet) ? { [QUIET_HEADER]: '1' } : {}),
    fetch: (url, options) => watchedFetch(url, { ...options, credentials: 'include' } as RequestInit),
  });

/** Query options for polling, which does not count as use of the session. */
export const BACKGROUND_QUERY = { trpc: { context: { isQuiet: true } } };

/** Procedures that call the payment provider, which may be slow, and a search that stops once the screen asks for another one. */
const SENT_ALONE = /^pix|^charge\.c|boleto|reconcile$|^admin\.audit\.list$/;

export const trpcClient = trpc.createClient({
  links: [
    proofLink,
    // A batch waits for its slowest call, and is cancelled only as a whole.
    (runtime) => {
      const together = batchesOf(MAX_BATCH_CALLS)(runtime);
      const alone = batchesOf(1)(runtime);
      return (call) => (SENT_ALONE.test(call.op.path) ? alone : together)(call);
    },
  ],
});

let sessionEnded: () => void = () => {};

export function onSessionEnded(listener: () => void): void {
  sessionEnded = listener;
}

function noticeSessionEnd(error: Error): void {
  if (httpStatusOf(error) === 401) sessionEnded();
}

/** TanStack Query does not watch the network, so that a call without one fails at once. */
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
