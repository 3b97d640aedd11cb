import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

export type Query<Data> = {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

type FetchedProps<Data> = {
  query: Query<Data>;
  skeleton: ReactNode;
  /** What failed, e.g. "Não foi possível carregar o saldo". */
  failure: string;
  children: (data: Data) => ReactNode;
};

/** Fetched data stays if a refetch fails: the screen marks it as outdated. */
export function Fetched<Data>({ query, skeleton, failure, children }: FetchedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error && !query.isFetching) {
    return <ErrorState title={failure} error={query.error} onRetry={() => void query.refetch()} />;
  }
  return skeleton;
}
