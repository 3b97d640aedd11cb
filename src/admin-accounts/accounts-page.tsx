import { useState } from 'react';
import { ACCOUNT_TYPE_LABELS } from '#domain/ledger/words';
import { LISTED_ACCOUNTS } from '#domain/places';
import { trpc } from '../trpc.ts';
import { ListScreen } from '../ui/list-screen.tsx';
import { Money } from '../ui/money.tsx';
import { part } from '../ui/part.tsx';
import { PAGED, type Sorts, useList } from '../ui/use-list.ts';
import { WhatBalancesCount } from '../ui/what-balances-count.tsx';
import { type Account, type Act, accountColumns } from './account-columns.tsx';
import { filtersOf } from './search.ts';

const FreezeDialog = part('FreezeDialog', () => import('./freeze-dialog.tsx'));
const AdjustDialog = part('AdjustDialog', () => import('./adjust-dialog.tsx'));

const SORTS = {
  criada: { field: 'createdAt', up: 'da mais antiga à mais nova', down: 'da mais nova à mais antiga' },
  conta: { field: 'accountNumber', up: 'do menor ao maior número', down: 'do maior ao menor número' },
} as const satisfies Sorts<string>;

const TYPES = [
  { value: '', label: 'Todos os tipos' },
  ...LISTED_ACCOUNTS.map((type) => ({
    value: type,
    label: type === 'deposits' ? 'Corrente e poupança' : ACCOUNT_TYPE_LABELS[type],
  })),
];

const STATES = [
  { value: '', label: 'Todas' },
  { value: 'ativas', label: 'Ativas' },
  { value: 'inativas', label: 'Inativas' },
];

export function AccountsPage() {
  const list = useList('/admin/accounts', { filtersOf, sorts: SORTS, rows: 25 });
  const query = trpc.admin.accounts.list.useInfiniteQuery(list.asked, PAGED);
  const [opened, setOpened] = useState<{ act: Act; account: Account } | null>(null);
  const totals = query.data?.pages[0]?.totals;
  const close = () => setOpened(null);
  return (
    <>
      <ListScreen
        list={list}
        title="Contas"
        subtitle={(order) => `As contas dos clientes, ${order}.`}
        filters={[
          [
            { kind: 'text', name: 'busca', label: 'Buscar', placeholder: 'Titular ou número da conta' },
            { kind: 'choice', name: 'tipo', label: 'Tipo', options: TYPES },
            { kind: 'choice', name: 'status', label: 'Status', options: STATES },
          ],
        ]}
        counts={[
          ['Contas encontradas', totals?.count.toLocaleString('pt-BR')],
          ['Saldo somado', totals && <Money decimal={totals.balance} />],
        ]}
        note={<WhatBalancesCount />}
        query={query}
        rowsOf={({ accounts }) => accounts}
        total={totals?.count}
        noun={['conta', 'contas']}
        columns={accountColumns((act, account) => setOpened({ act, account }))}
        tableFrom="50rem"
        failure="Não foi possível carregar as contas"
        empty={{
          title: 'Nenhuma conta encontrada',
          description: 'Nenhuma conta combina com a busca e os filtros escolhidos.',
          all: 'Mostrar todas',
        }}
      />
      {opened?.act === 'freeze' && <FreezeDialog account={opened.account} onClose={close} />}
      {opened?.act === 'adjust' && <AdjustDialog account={opened.account} onClose={close} />}
    </>
  );
}
