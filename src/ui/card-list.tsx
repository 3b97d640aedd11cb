import { Box, SimpleGrid, Skeleton, Stack } from '@chakra-ui/react';
import { Fragment, type ReactNode } from 'react';
import { countText, More, type PagedQuery } from './data-table.tsx';
import { ErrorState } from './error-state.tsx';
import { Loading } from './skeletons.tsx';

type CardListProps<Row> = {
  /** What is listed, for who cannot see it: "Propostas". */
  label: string;
  query: PagedQuery;
  /** All rows fetched so far (`data?.pages.flatMap(…)`), undefined before the first answer. */
  rows: readonly Row[] | undefined;
  /** How many there are over all pages; undefined where that is not known. */
  total: number | undefined;
  rowKey: (row: Row) => string;
  /** One and many of what is counted: `['proposta', 'propostas']`. */
  noun: readonly [one: string, many: string];
  /** What could not be done: "Não foi possível carregar as propostas". */
  failure: string;
  /** An EmptyState: one sentence and one way on. */
  empty: ReactNode;
  /** A list item (`as="li"`). */
  card: (row: Row) => ReactNode;
  /** As high as a card, while cards are fetched. */
  cardHeight: string;
};

const COLUMNS = { base: 1, md: 2, '2xl': 3 };
const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** A list of the back office as cards, fetched page by page, with the states of `DataTable`. */
export function CardList<Row>(props: CardListProps<Row>) {
  const { label, query, rows, total, rowKey, noun, failure, empty, card, cardHeight } = props;
  const failed = query.error !== null && query.error !== undefined && !query.isFetching;
  if (!rows && failed)
    return <ErrorState title={failure} error={query.error} onRetry={() => void query.refetch()} />;
  const isEmpty = rows?.length === 0 && !query.hasNextPage;
  const isPart = query.hasNextPage && total === undefined;
  const text = rows ? countText(rows.length, total ?? rows.length, noun) + (isPart ? ' até aqui' : '') : '';
  return (
    <Stack gap="4">
      {/* There before its text, so that the text is read out. */}
      <Box role="status" position="absolute" width="1px" height="1px" overflow="hidden" clipPath="inset(50%)">
        {rows && !query.isFetching && text}
      </Box>
      {!rows && (
        <Loading label={`Carregando ${label.toLowerCase()}…`}>
          <SimpleGrid columns={COLUMNS} gap="4">
            {SKELETONS.map((place) => (
              <Skeleton key={place} height={cardHeight} borderRadius="card" />
            ))}
          </SimpleGrid>
        </Loading>
      )}
      {isEmpty && (
        <Box bg="bg.panel" borderRadius="card" boxShadow="card">
          {empty}
        </Box>
      )}
      {rows && !isEmpty && (
        <SimpleGrid
          as="ul"
          columns={COLUMNS}
          gap="4"
          listStyleType="none"
          aria-label={label}
          aria-busy={query.isFetching}
          opacity={query.isPlaceholderData ? 0.6 : 1}
        >
          {rows.map((row) => (
            <Fragment key={rowKey(row)}>{card(row)}</Fragment>
          ))}
        </SimpleGrid>
      )}
      {failed && (
        <ErrorState
          title={failure}
          error={query.error}
          onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
        />
      )}
      {rows && !isEmpty && <More query={query} failed={failed} text={text} />}
    </Stack>
  );
}
