import { useState } from 'react';
import { trpc } from '../trpc.ts';
import { ListScreen } from '../ui/list-screen.tsx';
import { part } from '../ui/part.tsx';
import { PAGED, type Sorts, useList } from '../ui/use-list.ts';
import { WhatBalancesCount } from '../ui/what-balances-count.tsx';
import { type Client, clientColumns, TABLE_FROM } from './client-columns.tsx';
import { filtersOf } from './search.ts';

const AccessDialog = part('AccessDialog', () => import('./access-dialog.tsx'));

const SORTS = {
  cadastro: {
    field: 'createdAt',
    up: 'do cadastro mais antigo ao mais novo',
    down: 'do cadastro mais novo ao mais antigo',
  },
  nome: { field: 'fullName', up: 'de A a Z', down: 'de Z a A' },
} as const satisfies Sorts<string>;

const ROLES = [
  { value: '', label: 'Todos os perfis' },
  { value: 'cliente', label: 'Clientes' },
  { value: 'admin', label: 'Administradores' },
];

const STATES = [
  { value: '', label: 'Todos' },
  { value: 'ativos', label: 'Ativos' },
  { value: 'inativos', label: 'Inativos' },
];

export function ClientsPage() {
  const list = useList('/admin/users', { filtersOf, sorts: SORTS, rows: 25 });
  const me = trpc.auth.me.useQuery();
  const query = trpc.admin.users.list.useInfiniteQuery(list.asked, PAGED);
  const [opened, setOpened] = useState<Client | null>(null);
  const totals = query.data?.pages[0]?.totals;
  return (
    <>
      <ListScreen
        list={list}
        title="Clientes"
        subtitle={(order) => `Quem tem acesso ao ValeBank, ${order}.`}
        filters={[
          [
            { kind: 'text', name: 'busca', label: 'Buscar', placeholder: 'Nome, e-mail ou usuário' },
            { kind: 'choice', name: 'perfil', label: 'Perfil', options: ROLES },
            { kind: 'choice', name: 'status', label: 'Status', options: STATES },
            { kind: 'day', name: 'desde', label: 'Clientes desde' },
          ],
        ]}
        counts={[
          ['Encontrados', totals?.count.toLocaleString('pt-BR')],
          ['Ativos', totals?.active.toLocaleString('pt-BR')],
          ['Inativos', totals && (totals.count - totals.active).toLocaleString('pt-BR')],
        ]}
        note={<WhatBalancesCount />}
        query={query}
        rowsOf={({ users }) => users}
        total={totals?.count}
        noun={['cadastro', 'cadastros']}
        columns={clientColumns(me.data?.user.id, setOpened)}
        tableFrom={TABLE_FROM}
        failure="Não foi possível carregar os clientes"
        empty={{
          title: 'Ninguém encontrado',
          description: 'Nenhum cadastro combina com a busca e os filtros escolhidos.',
          all: 'Mostrar todos',
        }}
      />
      {opened && <AccessDialog client={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
