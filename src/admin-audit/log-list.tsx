import { Box, Button, chakra, Flex, Skeleton, Stack, Text } from '@chakra-ui/react';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { useFocusBack } from '../ui/focus-back.ts';
import { Loading } from '../ui/skeletons.tsx';
import { type AuditRow, LogCard } from './log-card.tsx';

/** What the list needs of the query of the log. */
type LogQuery = {
  error: unknown;
  isFetching: boolean;
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
};

type LogListProps = {
  query: LogQuery;
  /** All rows fetched so far; undefined before the first answer. */
  rows: AuditRow[] | undefined;
  /** How many there are over all pages. */
  total: number | undefined;
  isFiltered: boolean;
  onPerson: (userId: string) => void;
  onClear: () => void;
};

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f'];
const FAILURE = 'Não foi possível carregar a auditoria';

/** The rows of the log as cards, page after page, in every state they can be in. */
export function LogList({ query, rows, total, isFiltered, onPerson, onClear }: LogListProps) {
  const more = useFocusBack(query.isFetchingNextPage);
  const failed = query.error !== null && !query.isFetching;
  if (!rows && failed)
    return <ErrorState title={FAILURE} error={query.error} onRetry={() => void query.refetch()} />;
  if (!rows) {
    return (
      <Loading label="Carregando auditoria…">
        <Stack gap="3">
          {SKELETONS.map((row) => (
            <Skeleton key={row} height={{ base: '11rem', md: '6.25rem' }} borderRadius="card" />
          ))}
        </Stack>
      </Loading>
    );
  }
  const count = countText(rows.length, total ?? rows.length);
  return (
    <Stack gap="4" aria-busy={query.isFetching}>
      <Box role="status" position="absolute" width="1px" height="1px" overflow="hidden" clipPath="inset(50%)">
        {!query.isFetching && (rows.length === 0 ? 'Nenhum log encontrado' : count)}
      </Box>
      {rows.length === 0 ? (
        <EmptyState
          title="Nenhum log encontrado"
          description={
            isFiltered
              ? 'Nenhuma ação combina com a busca e os filtros escolhidos.'
              : 'O que clientes e administradores fizerem aparece aqui.'
          }
          action={
            isFiltered && (
              <Button variant="outline" onClick={onClear}>
                Limpar filtros
              </Button>
            )
          }
        />
      ) : (
        <chakra.ol
          aria-label="Ações"
          listStyleType="none"
          display="grid"
          gap="3"
          margin="0"
          padding="0"
          opacity={query.isPlaceholderData ? 0.6 : 1}
        >
          {rows.map((row) => (
            <LogCard key={row.id} row={row} onPerson={onPerson} />
          ))}
        </chakra.ol>
      )}
      {failed && (
        <ErrorState
          title={FAILURE}
          error={query.error}
          onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
        />
      )}
      {rows.length > 0 && (
        <Flex align="center" justify="space-between" gap="4" wrap="wrap" minHeight="11">
          <Text color="fg.muted" textStyle="sm" className="num">
            {count}
          </Text>
          {query.hasNextPage && !failed && (
            <Button
              ref={more}
              variant="outline"
              onClick={() => void query.fetchNextPage()}
              loading={query.isFetchingNextPage}
              loadingText="Carregando…"
            >
              Carregar mais
            </Button>
          )}
        </Flex>
      )}
    </Stack>
  );
}

function countText(shown: number, total: number): string {
  const all = `${total.toLocaleString('pt-BR')} ${total === 1 ? 'registro' : 'registros'}`;
  return shown < total ? `${shown.toLocaleString('pt-BR')} de ${all}` : all;
}
