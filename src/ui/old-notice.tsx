import { formatTime } from './date.ts';
import { Notice } from './notice.tsx';

type Refetched = { data: unknown; error: unknown; isFetching: boolean; dataUpdatedAt: number };

export function OldNotice({ queries }: { queries: readonly Refetched[] }) {
  const shown = queries.filter(({ data }) => data !== undefined);
  if (queries.some(({ isFetching }) => isFetching) || shown.every(({ error }) => error === null)) return null;
  return (
    <Notice status="warning" role="alert" title="Não foi possível atualizar">
      Parte do que se vê é de {formatTime(Math.min(...shown.map(({ dataUpdatedAt }) => dataUpdatedAt)))}.
      Verifique sua conexão e use Atualizar de novo.
    </Notice>
  );
}
