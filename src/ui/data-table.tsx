import { chakra, Skeleton, Stack } from '@chakra-ui/react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { PagedList, type PagedListProps } from './paged-list.tsx';
import type { ListView } from './use-list.ts';

export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  /** The word in the URL that sorts by this column. */
  sort?: string;
  /** name: identifies the row · figure: aligned right · actions: buttons, below the values if narrow */
  kind?: 'name' | 'figure' | 'actions';
};

export type DataTableProps<Row> = PagedListProps<Row> & {
  columns: readonly Column<Row>[];
  /** Container width from which rows form a table; below it, each row is a list of labels and values. */
  tableFrom?: string;
};

/** Style of a row's buttons and links: line height in a table, touch height if narrow. */
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

/** Two columns of values per row, between phone and table width. */
const TWO_BY_TWO = '@container (min-width: 32rem)';

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/**
 * The server sorts and filters:
 * const query = trpc.admin.users.list.useInfiniteQuery({ q }, PAGED);
 * <DataTable query={query} rows={query.data?.pages.flatMap(({ users }) => users)} … />
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { tableFrom = '44rem' } = props;
  const wide = `@container (min-width: ${tableFrom})`;
  return (
    <PagedList {...props} isPanel sortsInHeadFrom={tableFrom} skeleton={<TableSkeleton wide={wide} />}>
      {(rows) => <Rows {...props} rows={rows} wide={wide} />}
    </PagedList>
  );
}

type RowsProps<Row> = DataTableProps<Row> & { rows: readonly Row[]; wide: string };

/** Explicit roles: with another `display` an element loses its implicit table role. */
function Rows<Row>({ label, columns, rows, rowKey, wide, view }: RowsProps<Row>) {
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
          {columns.map(({ title, kind, sort }) => (
            <chakra.th
              key={title}
              role="columnheader"
              scope="col"
              aria-sort={sort && view ? directionOf(view, sort) : undefined}
              color="fg.muted"
              fontWeight="600"
              textAlign={kind === 'figure' ? 'end' : 'start'}
              paddingBlock="3"
              paddingInline="2"
              _first={{ paddingInlineStart: '5' }}
              _last={{ paddingInlineEnd: '5' }}
            >
              {sort && view ? <SortButton title={title} sort={sort} view={view} wide={wide} /> : title}
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

function directionOf({ order }: ListView, sort: string): 'ascending' | 'descending' | undefined {
  if (order === sort) return 'ascending';
  return order === `-${sort}` ? 'descending' : undefined;
}

type SortButtonProps = { title: string; sort: string; view: ListView; wide: string };

function SortButton({ title, sort, view, wide }: SortButtonProps) {
  const direction = directionOf(view, sort);
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <>
      <chakra.span css={{ [wide]: { display: 'none' } }}>{title}</chakra.span>
      <chakra.button
        type="button"
        onClick={() => view.onOrder(direction === 'ascending' ? `-${sort}` : sort)}
        cursor="pointer"
        alignItems="center"
        gap="1"
        borderRadius="6px"
        color={direction ? 'fg' : 'inherit'}
        fontWeight="600"
        textAlign="start"
        whiteSpace="nowrap"
        minHeight="6"
        _hover={{ color: 'brand.fg', '& svg': { opacity: 1 } }}
        css={{ display: 'none', [wide]: { display: 'inline-flex' } }}
      >
        {title}
        <chakra.span display="inline-flex" opacity={direction ? 1 : 0.4}>
          <Arrow size={14} aria-hidden />
        </chakra.span>
      </chakra.button>
    </>
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
      <chakra.div className="num" minWidth="0" flex={isLabelled ? '0 1 auto' : '1'}>
        {cell(row)}
      </chakra.div>
    </chakra.td>
  );
}

function TableSkeleton({ wide }: { wide: string }) {
  return (
    <Stack gap="3" padding="5">
      {SKELETON_ROWS.map((row) => (
        <Skeleton key={row} borderRadius="control" css={{ height: '9rem', [wide]: { height: '2.5rem' } }} />
      ))}
    </Stack>
  );
}
