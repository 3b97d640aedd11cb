import { Box, Button, Field, Flex, Stack, Text } from '@chakra-ui/react';
import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react';
import { EmptyState, type EmptyStateProps } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { useFocusBack } from './focus-back.ts';
import { SelectBox } from './select-box.tsx';
import { Loading } from './skeletons.tsx';
import type { ListView } from './use-list.ts';

export type PagedQuery = {
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
  isPlaceholderData?: boolean;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  isFetchNextPageError?: boolean;
  fetchNextPage?: () => unknown;
};

/** `above`: there are more than so many, which are not counted. */
export type Total = number | { above: number };

/** Singular and plural: `['cliente', 'clientes']`. */
export type Noun = readonly [one: string, many: string];

export type PagedListProps<Row> = {
  /** Accessible name: "Clientes". */
  label: string;
  query: PagedQuery;
  /** All rows fetched so far (`data?.pages.flatMap(…)`); undefined before the first answer. */
  rows: readonly Row[] | undefined;
  /** Undefined while unknown. */
  total?: Total | undefined;
  rowKey: (row: Row) => string;
  noun: Noun;
  failure: string;
  empty: EmptyStateProps;
  view?: ListView | undefined;
  /** The order is chosen among the filters. */
  isOrderElsewhere?: boolean;
};

type FrameProps<Row> = PagedListProps<Row> & {
  skeleton: ReactNode;
  /** Whether the rows share one panel. */
  isPanel: boolean;
  /** Container width from which the table's header has the sort buttons. */
  sortsInHeadFrom?: string;
  children: (rows: readonly Row[]) => ReactNode;
};

export function PagedList<Row>(props: FrameProps<Row>) {
  const { label, query, rows, total, noun, failure, empty, view, skeleton, isPanel, children } = props;
  const failed = query.error !== null && query.error !== undefined && !query.isFetching;
  const isEmpty = rows?.length === 0 && !query.hasNextPage;
  const isPart = query.hasNextPage && total === undefined;
  const text = rows ? countText(rows.length, total ?? rows.length, noun) + (isPart ? ' até aqui' : '') : '';
  const isOnPanel = isPanel || isEmpty;
  const frame = useKeptFocus(!rows && failed ? 'failed' : rows ? 'rows' : 'loading');
  if (!rows && failed)
    return (
      <Box {...frame}>
        <ErrorState title={failure} error={query.error} onRetry={() => void query.refetch()} />
      </Box>
    );
  return (
    <Stack gap="4" css={{ containerType: 'inline-size' }} {...frame}>
      {/* Rendered before it has text, so that screen readers announce the text. */}
      <Box role="status" position="absolute" width="1px" height="1px" overflow="hidden" clipPath="inset(50%)">
        {rows && !query.isFetching && text}
      </Box>
      {view && !props.isOrderElsewhere && rows && rows.length > 1 && (
        <OrderBox view={view} hiddenFrom={props.sortsInHeadFrom} />
      )}
      <Box
        {...(isOnPanel && { layerStyle: 'panel' })}
        aria-busy={query.isFetching}
        opacity={query.isPlaceholderData ? 0.6 : 1}
        // If a row is too wide, the table scrolls instead of the page.
        {...(isPanel && { overflowX: 'auto' })}
      >
        {!rows && <Loading label={`Carregando ${label.toLowerCase()}…`}>{skeleton}</Loading>}
        {isEmpty && <EmptyState level="h3" {...empty} />}
        {rows && !isEmpty && children(rows)}
      </Box>
      {failed && (
        <ErrorState
          title={failure}
          error={query.error}
          onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage?.() : query.refetch())}
        />
      )}
      {rows && !isEmpty && <Foot query={query} failed={failed} text={text} view={view} shown={rows.length} />}
    </Stack>
  );
}

/** Takes focus when the focused element inside it disappears; otherwise keyboard users start at the top. */
function useKeptFocus(shown: 'rows' | 'loading' | 'failed') {
  const frame = useRef<HTMLDivElement>(null);
  const isInside = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when other content replaces what had focus
  useEffect(() => {
    if (isInside.current && document.activeElement === document.body)
      frame.current?.focus({ preventScroll: true });
  }, [shown]);
  return {
    ref: frame,
    tabIndex: -1,
    outline: 'none',
    onFocus: () => {
      isInside.current = true;
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) isInside.current = false;
    },
  };
}

/** `3 de 12 clientes`, `12 clientes`, `30 de mais de 10.000 clientes`. */
export function countText(shown: number, total: Total, noun: Noun): string {
  const isPart = typeof total === 'object' || shown < total;
  return isPart ? `${shown.toLocaleString('pt-BR')} de ${totalText(total, noun)}` : totalText(total, noun);
}

/** `12 clientes`, `mais de 10.000 clientes`. */
export const totalText = (total: Total, [one, many]: Noun): string =>
  typeof total === 'object'
    ? `mais de ${total.above.toLocaleString('pt-BR')} ${many}`
    : `${total.toLocaleString('pt-BR')} ${total === 1 ? one : many}`;

/** On a phone the longest order, 'da proposta mais nova à mais antiga', needs the whole width. */
const NARROW = '@container (max-width: 24rem)';
const STACKED = {
  flexDirection: 'column',
  alignItems: 'start',
  width: '100%',
  '& select': { fontSize: 'sm' },
};

export const orderOptions = ({ sorts }: ListView) =>
  Object.entries(sorts).flatMap(([word, { down, up }]) => [
    { value: `-${word}`, label: down },
    { value: word, label: up },
  ]);

function OrderBox({ view, hiddenFrom }: { view: ListView; hiddenFrom: string | undefined }) {
  const hidden = hiddenFrom && { [`@container (min-width: ${hiddenFrom})`]: { display: 'none' } };
  return (
    <Choice
      label="Ordem"
      options={orderOptions(view)}
      value={view.order}
      onChange={view.onOrder}
      css={{ alignSelf: 'flex-end', [NARROW]: STACKED, ...hidden }}
    />
  );
}

type FootProps = {
  query: PagedQuery;
  failed: boolean;
  text: string;
  view: ListView | undefined;
  shown: number;
};

/** The count and the 'more' button; after the last page focus stays with the count. */
function Foot({ query, failed, text, view, shown }: FootProps) {
  const button = useFocusBack(query.isFetchingNextPage === true);
  const count = useRef<HTMLParagraphElement>(null);
  const hadNext = useRef(query.hasNextPage);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (hadNext.current && !query.hasNextPage && isLost) count.current?.focus();
    hadNext.current = query.hasNextPage;
  }, [query.hasNextPage]);
  const smallest = view?.sizes[0] ?? 0;
  return (
    <Flex align="center" justify="space-between" gap="4" wrap="wrap" minHeight="11">
      <Text ref={count} tabIndex={-1} color="fg.muted" textStyle="sm" className="num" outline="none">
        {text}
      </Text>
      {view && (query.hasNextPage || shown > smallest || view.size > smallest) && (
        <Choice
          label="Por página"
          options={view.sizes.map((size) => ({ value: String(size), label: String(size) }))}
          value={String(view.size)}
          onChange={(size) => view.onSize(Number(size))}
          css={{ marginInlineStart: 'auto' }}
        />
      )}
      {query.hasNextPage && !failed && (
        <Button
          ref={button}
          variant="outline"
          onClick={() => void query.fetchNextPage?.()}
          loading={query.isFetchingNextPage === true}
          loadingText="Carregando…"
        >
          Carregar mais
        </Button>
      )}
    </Flex>
  );
}

type ChoiceProps = {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
  css: object;
};

function Choice({ label, options, value, onChange, css }: ChoiceProps) {
  return (
    <Field.Root orientation="horizontal" width="auto" maxWidth="full" gap="2" css={css}>
      <Field.Label flex="none" color="fg.muted" fontWeight="400">
        {label}
      </Field.Label>
      <SelectBox options={options} value={value} onChange={onChange} />
    </Field.Root>
  );
}
