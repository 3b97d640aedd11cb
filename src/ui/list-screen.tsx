import { Button, Card, Flex, Stack } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { CardList } from './card-list.tsx';
import { type Count, CountStrip } from './count-strip.tsx';
import type { CsvExportDialogProps } from './csv-export-dialog.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { type Filter, FilterFields } from './list-filters.tsx';
import { PageHeader } from './page.tsx';
import type { Noun, PagedQuery } from './paged-list.tsx';
import { part } from './part.tsx';
import { RefreshButton } from './refresh-button.tsx';
import { UnfoldButton } from './unfold-button.tsx';
import { type List, orderInWords } from './use-list.ts';

const CsvExportDialog = part('CsvExportDialog', () => import('./csv-export-dialog.tsx'));

/** An export button and its dialog; `text` describes the file. */
type Export = Pick<CsvExportDialogProps, 'title' | 'path' | 'name' | 'today' | 'failure'> & {
  button: string;
  variant?: 'outline';
  text: string;
};

type Rows<Row> =
  | { columns: readonly Column<Row>[]; tableFrom: string }
  | {
      card: (row: Row) => ReactNode;
      cardHeight: string | Record<string, string>;
      isOneColumn?: boolean;
    };

type ListScreenProps<Search, Page, Row extends { id: string }> = Rows<Row> & {
  list: List<Search>;
  title: string;
  subtitle: (order: string) => string;
  query: PagedQuery & { data: { pages: Page[] } | undefined; isRefetching: boolean };
  rowsOf: (page: Page) => readonly Row[];
  label?: string;
  noun: Noun;
  total: number | undefined;
  failure: string;
  /** Texts for an empty list or search; `all` clears the filters. */
  empty: { title: string; description: string; all?: string };
  filters: readonly (readonly Filter<Search>[])[];
  /** Filters shown on demand; `set` counts those that are set. */
  moreFilters?: { filters: readonly Filter<Search>[]; set: number };
  /** Other restrictions, each removable. */
  narrowed?: ReactNode;
  export?: Export;
  actions?: ReactNode;
  onRefresh?: () => void;
  above?: ReactNode;
  counts?: readonly Count[];
  /** Under the counts. */
  note?: ReactNode;
};

export function ListScreen<Search, Page, Row extends { id: string }>(
  props: ListScreenProps<Search, Page, Row>,
) {
  const { list, title, subtitle, query, total, noun, actions, above, counts } = props;
  const [exporting, setExporting] = useState(false);
  const filters = useRef<HTMLElement>(null);
  // The clearing button disappears with the filters.
  const clear = () => {
    list.clear();
    filters.current?.focus({ preventScroll: true });
  };
  const refresh = props.onRefresh ?? (() => void query.refetch());
  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle(orderInWords(list.view))}
        actions={
          <>
            <RefreshButton refreshing={query.isRefetching} onRefresh={refresh} />
            {props.export && (
              <Button
                {...(props.export.variant && { variant: props.export.variant })}
                aria-haspopup="dialog"
                onClick={() => setExporting(true)}
              >
                <Download size={18} aria-hidden />
                {props.export.button}
              </Button>
            )}
            {actions}
          </>
        }
      />
      <Stack gap="6">
        {above}
        <Filters {...props} section={filters} onClear={clear} />
        {counts && <CountStrip counts={counts} />}
        {props.note}
        <RowsOf {...props} onClear={clear} />
      </Stack>
      {exporting && props.export && (
        <CsvExportDialog
          {...props.export}
          noun={noun}
          {...(total !== undefined && { total })}
          onClose={() => setExporting(false)}
        >
          {props.export.text}
        </CsvExportDialog>
      )}
    </>
  );
}

type Clearing = { onClear: () => void };

function RowsOf<Search, Page, Row extends { id: string }>(
  props: ListScreenProps<Search, Page, Row> & Clearing,
) {
  const { list, query, rowsOf, label = props.title, noun, total, failure, empty } = props;
  const { title, description, all } = empty;
  const shared = {
    label,
    query,
    rows: query.data?.pages.flatMap(rowsOf),
    total,
    rowKey: ({ id }: Row) => id,
    noun,
    failure,
    view: list.view,
    empty: {
      level: 'h2' as const,
      title,
      description,
      action: all && (
        <Button variant="outline" onClick={props.onClear}>
          {all}
        </Button>
      ),
    },
  };
  return 'columns' in props ? (
    <DataTable {...shared} columns={props.columns} tableFrom={props.tableFrom} />
  ) : (
    <CardList
      {...shared}
      card={props.card}
      cardHeight={props.cardHeight}
      isOneColumn={props.isOneColumn ?? false}
    />
  );
}

type FiltersProps = Clearing & { section: RefObject<HTMLElement | null> };

function Filters<Search, Page, Row extends { id: string }>(
  props: ListScreenProps<Search, Page, Row> & FiltersProps,
) {
  const { list, filters, moreFilters, narrowed } = props;
  const id = useId();
  const set = moreFilters?.set ?? 0;
  const [opened, setOpened] = useState(set > 0);
  const fields = { search: list.search, onChange: list.change };
  return (
    <Card.Root
      as="section"
      aria-label="Filtros"
      ref={props.section as RefObject<HTMLDivElement | null>}
      tabIndex={-1}
      outline="none"
    >
      <Card.Body gap="4">
        {filters.map((row) => (
          <FilterFields key={row[0]?.label} filters={row} {...fields} />
        ))}
        {(moreFilters || list.isFiltered) && (
          <Flex gap="2" wrap="wrap" align="center">
            {moreFilters && (
              <UnfoldButton
                {...small}
                marginInlineStart="-3"
                isOpen={opened}
                controls={id}
                onClick={() => setOpened(!opened)}
              >
                {set > 0 ? `Mais filtros (${set})` : 'Mais filtros'}
              </UnfoldButton>
            )}
            {narrowed}
            {list.isFiltered && (
              <Button
                {...small}
                {...(!moreFilters && !narrowed && { marginInlineStart: '-3' })}
                onClick={props.onClear}
              >
                Limpar filtros
              </Button>
            )}
          </Flex>
        )}
        {moreFilters && (
          <div id={id} hidden={!opened}>
            {opened && <FilterFields filters={moreFilters.filters} {...fields} />}
          </div>
        )}
      </Card.Body>
    </Card.Root>
  );
}

const small = { variant: 'ghost', size: 'sm' } as const;
