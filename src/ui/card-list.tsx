import { SimpleGrid } from '@chakra-ui/react';
import { Fragment, type ReactNode } from 'react';
import { PagedList, type PagedListProps } from './paged-list.tsx';
import { CardsSkeleton } from './skeletons.tsx';

type CardListProps<Row> = PagedListProps<Row> & {
  /** A list item (`as="li"`). */
  card: (row: Row) => ReactNode;
  cardHeight: string | Record<string, string>;
  isOneColumn?: boolean;
};

export function CardList<Row>(props: CardListProps<Row>) {
  const { label, query, rowKey, card, cardHeight, isOneColumn = false } = props;
  const grid = isOneColumn ? { columns: 1, gap: '3' } : { columns: { base: 1, md: 2, '2xl': 3 }, gap: '4' };
  return (
    <PagedList
      {...props}
      isPanel={false}
      skeleton={<CardsSkeleton cards={6} height={cardHeight} {...grid} />}
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
