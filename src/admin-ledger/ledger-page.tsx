import { Button, Stack } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import { Scale } from 'lucide-react';
import { useState } from 'react';
import { LEDGER_TYPE_LABELS, LEDGER_TYPES } from '#domain/ledger/words';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { FigureCard, FigureCards, FigureCardsSkeleton } from '../ui/figure-cards.tsx';
import { dayFilters, type Filter } from '../ui/list-filters.tsx';
import { ListScreen } from '../ui/list-screen.tsx';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { part } from '../ui/part.tsx';
import { type Sorts, useList } from '../ui/use-list.ts';
import { WhatBalancesCount } from '../ui/what-balances-count.tsx';
import type { LedgerTransaction } from './balanced-entries.tsx';
import { entryColumns } from './entry-columns.tsx';
import { LastReconciliation } from './last-reconciliation.tsx';
import { exportPath, filtersOf, type LedgerSearch, moreFilterCount } from './search.ts';
import { useLedger } from './use-ledger.ts';
import { useReconciliation } from './use-reconciliation.ts';

const ReconcileDialog = part('ReconcileDialog', () => import('./reconcile-dialog.tsx'));
const ReverseDialog = part('ReverseDialog', () => import('./reverse-dialog.tsx'));
const TransactionDialog = part('TransactionDialog', () => import('./transaction-dialog.tsx'));

/** Dialogs that the URL does not record. `run`: the running reconciliation, then its report. */
type Opened = { what: 'run' } | { what: 'reverse'; transaction: LedgerTransaction };

const SORTS = {
  data: { field: 'createdAt', up: 'do mais antigo ao mais novo', down: 'do mais novo ao mais antigo' },
} as const satisfies Sorts<string>;

const TYPES = [
  { value: '', label: 'Todos os tipos' },
  ...LEDGER_TYPES.map((type) => ({ value: type, label: LEDGER_TYPE_LABELS[type] })),
];
const SIDES = [
  { value: '', label: 'Contas de clientes' },
  { value: 'banco', label: 'Contas do banco' },
  { value: 'fora', label: 'Caixa no provedor' },
  { value: 'todos', label: 'Os dois lados' },
];
const DIRECTIONS = [
  { value: '', label: 'Débitos e créditos' },
  { value: 'saidas', label: 'Só débitos' },
  { value: 'entradas', label: 'Só créditos' },
];

export function LedgerPage() {
  const list = useList('/admin/ledger', { filtersOf, sorts: SORTS, rows: 30 });
  const { search, filters, asked, isFiltered, change } = list;
  const navigate = useNavigate({ from: '/admin/ledger' });
  const me = trpc.auth.me.useQuery();
  const query = useLedger(asked);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const reconciliation = useReconciliation(close);
  /** The URL records an open transaction or report, so the browser's 'back' closes it. */
  const go = (place: Pick<LedgerSearch, 'transacao' | 'conciliacao'>) => {
    close();
    void navigate({ search: (current) => ({ ...current, ...place }), resetScroll: false });
  };
  const open = (transacao: string) => go({ transacao });
  const reconcile = () => {
    reconciliation.start();
    setOpened({ what: 'run' });
  };
  const shown = shownReport(opened, search);

  return (
    <>
      <ListScreen
        list={list}
        title="Ledger"
        subtitle={(order) => `Livro-razão do banco, ${order}`}
        export={{
          button: 'Exportar',
          variant: 'outline',
          title: 'Exportar lançamentos',
          path: exportPath(filters),
          name: 'livro-razao',
          today: me.data?.today,
          failure: 'Não foi possível exportar os lançamentos',
          text: `A planilha (CSV) leva ${
            isFiltered ? 'todos os lançamentos filtrados' : 'todos os lançamentos de clientes'
          }, do mais novo ao mais antigo, e não só os que estão na tela. A exportação fica na auditoria, com os filtros usados.`,
        }}
        actions={
          <Button aria-haspopup="dialog" onClick={reconcile}>
            <Scale size={18} aria-hidden />
            Conciliar
          </Button>
        }
        above={
          <>
            <Totals totals={query.data?.pages[0]?.totals} failed={query.isError} />
            <LastReconciliation
              running={reconciliation.isPending}
              onOpen={() =>
                reconciliation.isPending ? setOpened({ what: 'run' }) : go({ conciliacao: 'todas' })
              }
            />
          </>
        }
        filters={[
          [
            {
              kind: 'text',
              name: 'busca',
              label: 'Buscar',
              placeholder: 'Descrição, titular, CPF, conta…',
            },
            { kind: 'choice', name: 'tipo', label: 'Tipo', options: TYPES },
            { kind: 'choice', name: 'lado', label: 'Contas', options: SIDES },
          ],
        ]}
        moreFilters={moreFilters(search)}
        label="Lançamentos"
        query={query}
        rowsOf={({ entries }) => entries}
        total={undefined}
        noun={['lançamento', 'lançamentos']}
        columns={entryColumns(open)}
        tableFrom="50rem"
        failure="Não foi possível carregar os lançamentos"
        empty={isFiltered ? NONE_FOUND : NONE_YET}
      />
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
    </>
  );
}

const NONE_YET = {
  title: 'Nenhum lançamento ainda',
  description: 'O que mover dinheiro nas contas dos clientes aparece aqui.',
};
const NONE_FOUND = {
  title: 'Nenhum lançamento encontrado',
  description: 'Nenhum lançamento combina com a busca e os filtros escolhidos.',
  all: 'Mostrar todos',
};

function moreFilters(search: LedgerSearch) {
  const { minimo, maximo } = search;
  const isCrossed = minimo !== undefined && maximo !== undefined && Number(minimo) > Number(maximo);
  const error = isCrossed ? 'É maior que o máximo' : undefined;
  const filters: Filter<LedgerSearch>[] = [
    { kind: 'choice', name: 'sentido', label: 'Sentido', options: DIRECTIONS },
    ...dayFilters(search),
    { kind: 'amount', name: 'minimo', label: 'Valor mínimo', error },
    { kind: 'amount', name: 'maximo', label: 'Valor máximo' },
  ];
  return { filters, set: moreFilterCount(search) };
}

/** The reconciliation to show; undefined while a transaction is open in front of it. */
function shownReport(opened: Opened | null, { conciliacao, transacao }: LedgerSearch): string | undefined {
  if (opened !== null) return opened.what === 'run' ? 'run' : undefined;
  return transacao === undefined ? conciliacao : undefined;
}

type TotalsProps = {
  totals: RouterOutputs['admin']['ledger']['list']['totals'] | undefined;
  failed: boolean;
};

/** Totals over all filtered entries, not only those on the page. */
function Totals({ totals, failed }: TotalsProps) {
  if (totals === null)
    return (
      <Notice
        status="info"
        title="A busca achou transações demais para somar. Restrinja-a para ver os totais."
      />
    );
  if (!totals) return failed ? null : <FigureCardsSkeleton label="Somando os lançamentos…" />;
  return (
    <Stack gap="2">
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
      <WhatBalancesCount />
    </Stack>
  );
}
