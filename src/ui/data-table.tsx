import { Box, Button, chakra, Flex, Skeleton, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { ErrorState } from './error-state.tsx';
import { useFocusBack } from './focus-back.ts';
import { Loading } from './skeletons.tsx';

/** One column: its heading, which in a narrow place is the label of each value, and what stands in it. */
export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  /** name: says which row it is · figure: stands on the right · actions: buttons, under the rest where it is narrow. */
  kind?: 'name' | 'figure' | 'actions';
};

/** What the table needs of an infinite query; a list without pages has `false` in the four that speak of pages. */
export type PagedQuery = {
  error: unknown;
  isFetching: boolean;
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
};

type DataTableProps<Row> = {
  /** What the table lists, for who cannot see it: "Clientes". */
  label: string;
  columns: readonly Column<Row>[];
  query: PagedQuery;
  /** All rows fetched so far (`data?.pages.flatMap(…)`), undefined before the first answer. */
  rows: readonly Row[] | undefined;
  /** How many there are over all pages; undefined where that is not known. */
  total: number | undefined;
  rowKey: (row: Row) => string;
  /** One and many of what is counted: `['cliente', 'clientes']`. */
  noun: readonly [one: string, many: string];
  /** What could not be done: "Não foi possível carregar os clientes". */
  failure: string;
  /** An EmptyState: one sentence and one way on. */
  empty: ReactNode;
  /** From what width of its own place it is a table; narrower, each row is a list of labels and values. */
  tableFrom?: string;
};

/** How a button or link among a row's actions looks: as high as a line of the table, and a finger high where it is narrow. */
export const rowAction = {
  variant: 'ghost',
  size: '2xs',
  textStyle: 'sm',
  minHeight: { base: '11', md: '6' },
  paddingInline: '2',
  marginInlineStart: '-2',
  justifyContent: 'start',
  whiteSpace: 'nowrap',
} as const;

/** Between a telephone's width and a table's, the values of a row stand two by two. */
const TWO_BY_TWO = '@container (min-width: 32rem)';

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/**
 * A list of the back office, fetched page by page: a compact table, and in a narrow place rows of label and value. It
 * has every state of its own (skeleton, empty, error with retry, a page that did not come) and says how many of how many
 * it shows. Sorting and filtering are the server's.
 *
 *     const query = trpc.admin.users.list.useInfiniteQuery(
 *       { q },
 *       { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
 *     );
 *     <DataTable
 *       query={query}
 *       rows={query.data?.pages.flatMap(({ users }) => users)}
 *       total={query.data?.pages[0]?.totals.count}
 *       …
 *     />
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, query, rows, total, noun, failure, empty, tableFrom = '44rem' } = props;
  const wide = `@container (min-width: ${tableFrom})`;
  const failed = query.error !== null && query.error !== undefined && !query.isFetching;
  if (!rows && failed)
    return <ErrorState title={failure} error={query.error} onRetry={() => void query.refetch()} />;
  const isEmpty = rows?.length === 0 && !query.hasNextPage;
  const isPart = query.hasNextPage && total === undefined;
  const text = rows ? countText(rows.length, total ?? rows.length, noun) + (isPart ? ' até aqui' : '') : '';
  return (
    <Stack gap="4" css={{ containerType: 'inline-size' }}>
      {/* There before its text, so that the text is read out. */}
      <Box role="status" position="absolute" width="1px" height="1px" overflow="hidden" clipPath="inset(50%)">
        {rows && !query.isFetching && text}
      </Box>
      <Box
        bg="bg.panel"
        borderRadius="card"
        boxShadow="card"
        aria-busy={query.isFetching}
        opacity={query.isPlaceholderData ? 0.6 : 1}
        // Should a row be wider than its place after all, the table scrolls and not the page.
        overflowX="auto"
      >
        {!rows && <TableSkeleton label={label} wide={wide} />}
        {isEmpty && empty}
        {rows && !isEmpty && <Rows {...props} rows={rows} wide={wide} />}
      </Box>
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

/** `3 de 12 clientes`, `12 clientes`. */
export function countText(
  shown: number,
  total: number,
  [one, many]: DataTableProps<unknown>['noun'],
): string {
  const all = `${total.toLocaleString('pt-BR')} ${total === 1 ? one : many}`;
  return shown < total ? `${shown.toLocaleString('pt-BR')} de ${all}` : all;
}

type RowsProps<Row> = DataTableProps<Row> & { rows: readonly Row[]; wide: string };

/** The roles are written out: an element that is not shown as a table loses the one it has by its name. */
function Rows<Row>({ label, columns, rows, rowKey, wide }: RowsProps<Row>) {
  return (
    <chakra.table
      role="table"
      aria-label={label}
      width="100%"
      textStyle="sm"
      css={{ display: 'block', [wide]: { display: 'table', borderCollapse: 'collapse' } }}
    >
      <chakra.thead
        role="rowgroup"
        css={{
          position: 'absolute',
          width: '1px',
          height: '1px',
          overflow: 'hidden',
          clipPath: 'inset(50%)',
          [wide]: { position: 'static', display: 'table-header-group', clipPath: 'none' },
        }}
      >
        <chakra.tr role="row">
          {columns.map(({ title, kind }) => (
            <chakra.th
              key={title}
              role="columnheader"
              scope="col"
              color="fg.muted"
              fontWeight="600"
              textAlign={kind === 'figure' ? 'end' : 'start'}
              paddingBlock="3"
              paddingInline="2"
              _first={{ paddingInlineStart: '5' }}
              _last={{ paddingInlineEnd: '5' }}
            >
              {title}
            </chakra.th>
          ))}
        </chakra.tr>
      </chakra.thead>
      <chakra.tbody role="rowgroup" css={{ display: 'block', [wide]: { display: 'table-row-group' } }}>
        {rows.map((row) => (
          <chakra.tr
            key={rowKey(row)}
            role="row"
            borderTop="1px solid"
            borderColor="border.muted"
            css={{
              display: 'grid',
              columnGap: '8',
              paddingBlock: '4',
              paddingInline: { base: '4', md: '5' },
              [TWO_BY_TWO]: { gridTemplateColumns: '1fr 1fr' },
              '&:first-of-type': { borderTopColor: 'transparent' },
              [wide]: {
                display: 'table-row',
                '&:first-of-type': { borderTopColor: 'border.muted' },
                '&:hover': { bg: 'bg.subtle/50' },
              },
            }}
          >
            {columns.map((column) => (
              <Cell key={column.title} column={column} row={row} wide={wide} />
            ))}
          </chakra.tr>
        ))}
      </chakra.tbody>
    </chakra.table>
  );
}

type CellProps<Row> = { column: Column<Row>; row: Row; wide: string };

function Cell<Row>({ column: { title, kind, cell }, row, wide }: CellProps<Row>) {
  const isLabelled = kind !== 'name' && kind !== 'actions';
  return (
    <chakra.td
      role={kind === 'name' ? 'rowheader' : 'cell'}
      overflowWrap="anywhere"
      css={{
        display: 'flex',
        justifyContent: 'space-between',
        textAlign: isLabelled ? 'end' : 'start',
        gap: '4',
        paddingBlock: kind === 'actions' ? '2' : '1',
        gridColumn: isLabelled ? 'auto' : '1 / -1',
        [wide]: {
          display: 'table-cell',
          paddingBlock: '2.5',
          paddingInline: '2',
          verticalAlign: 'middle',
          textAlign: kind === 'figure' ? 'end' : 'start',
          '&:first-of-type': { paddingInlineStart: '5' },
          '&:last-of-type': { paddingInlineEnd: '5' },
        },
      }}
    >
      {isLabelled && (
        <chakra.span
          aria-hidden
          color="fg.muted"
          flexShrink={0}
          css={{ display: 'inline', [wide]: { display: 'none' } }}
        >
          {title}
        </chakra.span>
      )}
      <chakra.div minWidth="0" flex={isLabelled ? '0 1 auto' : '1'}>
        {cell(row)}
      </chakra.div>
    </chakra.td>
  );
}

function TableSkeleton({ label, wide }: { label: string; wide: string }) {
  return (
    <Loading label={`Carregando ${label.toLowerCase()}…`}>
      <Stack gap="3" padding="5">
        {SKELETON_ROWS.map((row) => (
          <Skeleton key={row} borderRadius="control" css={{ height: '9rem', [wide]: { height: '2.5rem' } }} />
        ))}
      </Stack>
    </Loading>
  );
}

type MoreProps = { query: PagedQuery; failed: boolean; text: string };

/** How many of how many, and the button that fetches on; behind the last page the focus stays with the count. */
export function More({ query, failed, text }: MoreProps) {
  const button = useFocusBack(query.isFetchingNextPage);
  const count = useRef<HTMLParagraphElement>(null);
  const hadNext = useRef(query.hasNextPage);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (hadNext.current && !query.hasNextPage && isLost) count.current?.focus();
    hadNext.current = query.hasNextPage;
  }, [query.hasNextPage]);
  return (
    <Flex align="center" justify="space-between" gap="4" wrap="wrap" minHeight="11">
      <Text ref={count} tabIndex={-1} color="fg.muted" textStyle="sm" className="num" outline="none">
        {text}
      </Text>
      {query.hasNextPage && !failed && (
        <Button
          ref={button}
          variant="outline"
          onClick={() => void query.fetchNextPage()}
          loading={query.isFetchingNextPage}
          loadingText="Carregando…"
        >
          Carregar mais
        </Button>
      )}
    </Flex>
  );
}
