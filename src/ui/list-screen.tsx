import { Button, Stack } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { CardList } from './card-list.tsx';
import { type Count, CountStrip } from './count-strip.tsx';
import type { CsvExportDialogProps } from './csv-export-dialog.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { ListFilters, type ListFiltersProps } from './list-screen-filters.tsx';
import { useNarrow } from './narrow.ts';
import { PageHeader } from './page.tsx';
import type { Noun, PagedQuery, Total } from './paged-list.tsx';
import { part } from './part.tsx';
import { orderInWords } from './use-list.ts';

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

type ListScreenProps<Search, Page, Row extends { id: string }> = Rows<Row> &
  ListFiltersProps<Search> & {
    title: string;
    subtitle: (order: string) => string;
    query: PagedQuery & { data: { pages: Page[] } | undefined; isRefetching: boolean };
    rowsOf: (page: Page) => readonly Row[];
    label?: string;
    noun: Noun;
    total: Total | undefined;
    failure: string;
    /** Texts for an empty list or search; `all` clears the filters. */
    empty: { title: string; description: string; all?: string };
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
        refresh={{ refreshing: query.isRefetching, onRefresh: refresh }}
        actions={
          <>
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
      <Stack gap={{ base: '4', md: '6' }}>
        {above}
        <ListFilters {...props} section={filters} onClear={clear} />
        {counts && <CountStrip counts={counts} />}
        {props.note}
        <RowsOf {...props} onClear={clear} />
      </Stack>
      {exporting && props.export && (
        <CsvExportDialog
          {...props.export}
          noun={noun}
          {...(typeof total === 'number' && { total })}
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
  const isNarrow = useNarrow();
  const shared = {
    label,
    query,
    rows: query.data?.pages.flatMap(rowsOf),
    total,
    rowKey: ({ id }: Row) => id,
    noun,
    failure,
    view: list.view,
    isOrderElsewhere: isNarrow,
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
