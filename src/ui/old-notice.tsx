import { Alert } from '@chakra-ui/react';
import { formatTime } from './date.ts';

type Refetched = { data: unknown; error: unknown; isFetching: boolean; dataUpdatedAt: number };

export function OldNotice({ queries }: { queries: readonly Refetched[] }) {
  const shown = queries.filter(({ data }) => data !== undefined);
  if (queries.some(({ isFetching }) => isFetching) || shown.every(({ error }) => error === null)) return null;
  return (
    <Alert.Root status="warning" role="alert">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>Não foi possível atualizar</Alert.Title>
        <Alert.Description>
          Parte do que se vê é de {formatTime(Math.min(...shown.map(({ dataUpdatedAt }) => dataUpdatedAt)))}.
          Verifique sua conexão e use Atualizar de novo.
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
