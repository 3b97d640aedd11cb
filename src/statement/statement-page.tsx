import { Box, Button, Stack } from '@chakra-ui/react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download, ScanSearch } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { accountsOnly, trpc } from '../trpc.ts';
import { dayOf } from '../ui/date.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { LinkButton } from '../ui/links.tsx';
import { PageHeader } from '../ui/page.tsx';
import { part } from '../ui/part.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { DayList } from './day-list.tsx';
import { daysFrom, type Entry } from './days.ts';
import { hasFigure } from './figure.ts';
import { FigureStrip } from './figure-strip.tsx';
import { Filters } from './filters.tsx';
import { filtersOf, parseStatementSearch, type StatementSearch, showsEverything } from './search.ts';
import { summaryOf } from './summary.ts';
import { useStatement } from './use-statement.ts';

const EntryDialog = part('EntryDialog', () => import('./entry-dialog.tsx'));
const ExportDialog = part('ExportDialog', () => import('./export-dialog.tsx'));

export function StatementPage() {
  const search = parseStatementSearch(useSearch({ from: '/client/statement' }));
  const navigate = useNavigate({ from: '/client/statement' });
  const me = trpc.auth.me.useQuery();
  const accounts = trpc.account.list.useQuery(undefined, accountsOnly);
  const today = me.data?.today ?? '';
  const isReady = today !== '';
  const filters = filtersOf(search, today);
  const { query, refresh } = useStatement(filters, isReady);
  const [opened, setOpened] = useState<Entry | null>(null);
  const [exporting, setExporting] = useState(false);

  // Based on the pending URL, so that two quick changes are both kept.
  const change = (changed: Partial<StatementSearch>) =>
    void navigate({
      search: (current) => parseStatementSearch({ ...current, ...changed }),
      replace: true,
      resetScroll: false,
    });
  const show = (wanted: StatementSearch) =>
    void navigate({ search: wanted, replace: true, resetScroll: false });

  return (
    <>
      <PageHeader
        title="Extrato"
        subtitle="Todas as suas contas, dia a dia."
        refresh={{ refreshing: query.isRefetching, onRefresh: () => void refresh() }}
        actions={
          <>
            <LinkButton to="/client/month-review" variant="outline">
              <ScanSearch size={18} aria-hidden />
              Raio-X do mês
            </LinkButton>
            <Button onClick={() => setExporting(true)} disabled={!isReady} aria-haspopup="dialog">
              <Download size={18} aria-hidden />
              Exportar
            </Button>
          </>
        }
      />
      <Stack gap={{ base: '4', md: '6' }}>
        {today && <Filters search={search} today={today} onChange={change} onClear={() => show({})} />}
        {isReady && hasFigure(search) && <FigureStrip search={search} filters={filters} onChange={change} />}
        <Entries
          query={query}
          today={today}
          search={search}
          since={accounts.data?.map(({ createdAt }) => dayOf(createdAt)).sort()[0]}
          onOpen={setOpened}
          onShowAll={() => show({ periodo: 'tudo' })}
        />
      </Stack>
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(null)} />}
      {exporting && (
        <ExportDialog
          filters={filters}
          summary={summaryOf(search, today)}
          today={today}
          onClose={() => setExporting(false)}
        />
      )}
    </>
  );
}

type EntriesProps = {
  query: ReturnType<typeof useStatement>['query'];
  today: string;
  search: StatementSearch;
  /** Opening day of the first account. */
  since: string | undefined;
  onOpen: (entry: Entry) => void;
  onShowAll: () => void;
};

function Entries({ query, today, search, since, onOpen, onShowAll }: EntriesProps) {
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, isPlaceholderData } = query;
  if (!data && error && !isFetching) {
    return (
      <ErrorState
        title="Não foi possível carregar o extrato"
        error={error}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!data) return <RowsSkeleton rows={6} label="Carregando extrato…" />;
  const days = daysFrom(data.pages);
  return (
    <Stack gap="6" aria-busy={isFetching} opacity={isPlaceholderData ? 0.6 : 1}>
      <Box role="status" position="absolute" width="1px" height="1px" overflow="hidden" clipPath="inset(50%)">
        {!isFetching &&
          countText(
            days.reduce((sum, { entries }) => sum + entries.length, 0),
            hasNextPage,
          )}
      </Box>
      <DayList days={days} today={today} onOpen={onOpen} />
      {days.length === 0 && !hasNextPage && (
        <Nothing isEverything={showsEverything(search, today, since)} onShowAll={onShowAll} />
      )}
      {error && !isFetching ? (
        <ErrorState
          title="Não foi possível carregar o resto do extrato"
          error={error}
          onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
        />
      ) : (
        hasNextPage && (
          <More loading={isFetchingNextPage} idle={!isFetching} onMore={() => void query.fetchNextPage()} />
        )
      )}
    </Stack>
  );
}

function countText(count: number, more: boolean): string {
  if (count === 0 && !more) return 'Nenhuma movimentação encontrada';
  const text = count === 1 ? '1 movimentação' : `${count} movimentações`;
  return more ? `${text} até aqui` : text;
}

/** Fetches the next page near the end of the list; the button works without scrolling. */
function More({ loading, idle, onMore }: { loading: boolean; idle: boolean; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const place = end.current;
    if (!place) return;
    const observer = new IntersectionObserver(([seen]) => setNear(seen?.isIntersecting ?? false), {
      rootMargin: '600px',
    });
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  // A filtered page may be empty without being the last, so fetching repeats while the end is visible.
  useEffect(() => {
    if (isNear && idle) onMore();
  });
  return (
    <Box ref={end} textAlign="center">
      <Button variant="outline" onClick={onMore} loading={loading} loadingText="Carregando…">
        Carregar mais
      </Button>
    </Box>
  );
}

function Nothing({ isEverything, onShowAll }: { isEverything: boolean; onShowAll: () => void }) {
  if (isEverything) {
    return (
      <EmptyState
        title="Nenhuma movimentação ainda"
        description="Receba o primeiro valor: mostre um QR Code ou envie o link da sua cobrança a quem vai pagar."
        action={
          <LinkButton to="/client/transfers" search={{ aba: 'receber' }}>
            Receber dinheiro
          </LinkButton>
        }
      />
    );
  }
  return (
    <EmptyState
      title="Nada neste filtro"
      description="Nenhuma movimentação combina com o período e os filtros escolhidos."
      action={
        <Button variant="outline" onClick={onShowAll}>
          Mostrar tudo, sem filtros
        </Button>
      }
    />
  );
}
