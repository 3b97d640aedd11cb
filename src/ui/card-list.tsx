import { SimpleGrid, Skeleton } from '@chakra-ui/react';
import { Fragment, type ReactNode } from 'react';
import { PagedList, type PagedListProps } from './paged-list.tsx';

type CardListProps<Row> = PagedListProps<Row> & {
  /** A list item (`as="li"`). */
  card: (row: Row) => ReactNode;
  cardHeight: string | Record<string, string>;
  isOneColumn?: boolean;
};

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f'];

export function CardList<Row>(props: CardListProps<Row>) {
  const { label, query, rowKey, card, cardHeight, isOneColumn = false } = props;
  const grid = isOneColumn ? { columns: 1, gap: '3' } : { columns: { base: 1, md: 2, '2xl': 3 }, gap: '4' };
  return (
    <PagedList
      {...props}
      isPanel={false}
      skeleton={
        <SimpleGrid {...grid}>
          {SKELETONS.map((place) => (
            <Skeleton key={place} height={cardHeight} borderRadius="card" />
          ))}
        </SimpleGrid>
      }
    >
      {(rows) => (
        <SimpleGrid as="ul" {...grid} listStyleType="none" aria-label={label} aria-busy={query.isFetching}>
          {rows.map((row) => (
            <Fragment key={rowKey(row)}>{card(row)}</Fragment>
          ))}
        </SimpleGrid>
      )}
    </PagedList>
  );
}
