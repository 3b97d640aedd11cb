import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

/** What the cards need of a query. */
export type Query<Data> = {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

type FetchedProps<Data> = {
  query: Query<Data>;
  /** Grey shapes where the content will stand. */
  skeleton: ReactNode;
  /** What could not be done, e.g. "Não foi possível carregar o saldo". */
  failure: string;
  children: (data: Data) => ReactNode;
};

/** The three states of one card. What was once fetched stays when a later fetch fails: the screen says that it is old. */
export function Fetched<Data>({ query, skeleton, failure, children }: FetchedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error && !query.isFetching) {
    return <ErrorState title={failure} error={query.error} onRetry={() => void query.refetch()} />;
  }
  return skeleton;
}
