import { Button, Stack } from '@chakra-ui/react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download, Scale } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { RouterOutputs } from '../trpc.ts';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FigureCard, FigureCards, FigureCardsSkeleton } from '../ui/figure-cards.tsx';
import { Money } from '../ui/money.tsx';
import { PageHeader } from '../ui/page.tsx';
import { RefreshButton } from '../ui/refresh-button.tsx';
import type { LedgerTransaction } from './balanced-entries.tsx';
import { entryColumns } from './entry-columns.tsx';
import { Filters } from './filters.tsx';
import { LastReconciliation } from './last-reconciliation.tsx';
import { filtersOf, type LedgerSearch, parseLedgerSearch } from './search.ts';
import { useLedger } from './use-ledger.ts';
import { useReconciliation } from './use-reconciliation.ts';

/** Only who opens one needs it. */
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));
const ReconcileDialog = lazy(async () => ({
  default: (await import('./reconcile-dialog.tsx')).ReconcileDialog,
}));
const ReverseDialog = lazy(async () => ({ default: (await import('./reverse-dialog.tsx')).ReverseDialog }));
const TransactionDialog = lazy(async () => ({
  default: (await import('./transaction-dialog.tsx')).TransactionDialog,
}));

/** What no address leads to; `run`: the reconciliation under way, and then its report. */
type Opened = { what: 'export' | 'run' } | { what: 'reverse'; transaction: LedgerTransaction };

/** Every entry of the bank, newest first, as filtered by the address; each opens its whole transaction. */
export function LedgerPage() {
  const search = parseLedgerSearch(useSearch({ from: '/admin/ledger' }));
  const navigate = useNavigate({ from: '/admin/ledger' });
  const filters = filtersOf(search);
  const query = useLedger(filters);
  const reconciliation = useReconciliation();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);

  // Over what the address will be: two choices in quick succession are both kept.
  const change = (changed: Partial<LedgerSearch>) =>
    void navigate({
      search: (current) => parseLedgerSearch({ ...current, ...changed }),
      replace: true,
      resetScroll: false,
    });
  const clear = () => void navigate({ search: {}, replace: true, resetScroll: false });
  /** A transaction and a report are places of their own: 'back' closes them. */
  const go = (place: Pick<LedgerSearch, 'transacao' | 'conciliacao'>) => {
    close();
    void navigate({ search: (current) => ({ ...current, ...place }), resetScroll: false });
  };
  const open = (transacao: string) => go({ transacao });
  const reconcile = () => {
    reconciliation.start();
    setOpened({ what: 'run' });
  };
  const isFiltered = Object.keys(filters).length > 0;
  const shown = shownReport(opened, search);

  return (
    <>
      <PageHeader
        title="Ledger"
        subtitle="Livro-razão do banco, do mais novo ao mais antigo"
        actions={
          <>
            <RefreshButton refreshing={query.isRefetching} onRefresh={() => void query.refetch()} />
            <Button variant="outline" onClick={() => setOpened({ what: 'export' })} aria-haspopup="dialog">
              <Download size={18} aria-hidden />
              Exportar
            </Button>
            <Button aria-haspopup="dialog" onClick={reconcile}>
              <Scale size={18} aria-hidden />
              Conciliar
            </Button>
          </>
        }
      />
      <Stack gap="6">
        <Totals totals={query.data?.pages[0]?.totals} failed={query.isError} />
        <LastReconciliation
          running={reconciliation.isPending}
          onOpen={() =>
            reconciliation.isPending ? setOpened({ what: 'run' }) : go({ conciliacao: 'todas' })
          }
        />
        <Filters search={search} isFiltered={isFiltered} onChange={change} onClear={clear} />
        <DataTable
          label="Lançamentos"
          tableFrom="50rem"
          columns={entryColumns(open)}
          query={query}
          rows={query.data?.pages.flatMap(({ entries }) => entries)}
          total={undefined}
          rowKey={({ id }) => id}
          noun={['lançamento', 'lançamentos']}
          failure="Não foi possível carregar os lançamentos"
          empty={<Nothing isFiltered={isFiltered} onClear={clear} />}
        />
      </Stack>
      <Suspense>
        {opened?.what === 'export' && <ExportDialog filters={filters} onClose={close} />}
        {shown !== undefined && (
          <ReconcileDialog
            shown={shown}
            reconciliation={{ ...reconciliation, start: reconcile }}
            onShow={(conciliacao) => go({ conciliacao })}
            onOpenTransaction={(transacao, conciliacao) => go({ transacao, conciliacao })}
            onClose={() => {
              close();
              change({ conciliacao: undefined });
            }}
          />
        )}
        {opened?.what === 'reverse' && (
          <ReverseDialog transaction={opened.transaction} onReversed={open} onClose={close} />
        )}
        {search.transacao !== undefined && opened === null && (
          <TransactionDialog
            key={search.transacao}
            id={search.transacao}
            onOpen={open}
            onReverse={(transaction) => setOpened({ what: 'reverse', transaction })}
            onClose={() => change({ transacao: undefined })}
          />
        )}
      </Suspense>
    </>
  );
}

/** What is shown of the reconciliations; nothing while a transaction stands before it. */
function shownReport(opened: Opened | null, { conciliacao, transacao }: LedgerSearch): string | undefined {
  if (opened !== null) return opened.what === 'run' ? 'run' : undefined;
  return transacao === undefined ? conciliacao : undefined;
}

type TotalsProps = {
  totals: RouterOutputs['admin']['ledger']['list']['totals'] | undefined;
  failed: boolean;
};

/** What everything that is filtered adds up to, not only what is on the screen. */
function Totals({ totals, failed }: TotalsProps) {
  if (!totals) return failed ? null : <FigureCardsSkeleton label="Somando os lançamentos…" />;
  return (
    <FigureCards>
      <FigureCard label="Débitos">
        <Money decimal={totals.debits} />
      </FigureCard>
      <FigureCard label="Créditos">
        <Money decimal={totals.credits} />
      </FigureCard>
      <FigureCard label="Saldo" hint="créditos menos débitos">
        <Money decimal={totals.balance} />
      </FigureCard>
    </FigureCards>
  );
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered)
    return (
      <EmptyState
        title="Nenhum lançamento ainda"
        description="O que mover dinheiro nas contas dos clientes aparece aqui."
      />
    );
  return (
    <EmptyState
      title="Nenhum lançamento encontrado"
      description="Nenhum lançamento combina com a busca e os filtros escolhidos."
      action={
        <Button variant="outline" onClick={onClear}>
          Mostrar todos
        </Button>
      }
    />
  );
}
