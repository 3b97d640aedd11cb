import { Button, Stack } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { SearchOf } from '#domain/places';
import { trpc } from '../trpc.ts';
import { FigureCard, FigureCards, FigureCardsSkeleton } from '../ui/figure-cards.tsx';
import { type Filter, FilterFields } from '../ui/list-filters.tsx';
import { Money } from '../ui/money.tsx';
import { PageHeader } from '../ui/page.tsx';
import { part } from '../ui/part.tsx';
import { TableSection } from '../ui/table-section.tsx';
import { given, PAGED, type Sorts, useList } from '../ui/use-list.ts';
import { investmentColumns, maturityColumns, type Product, productColumns } from './columns.tsx';

const ProductDialog = part('ProductDialog', () => import('./product-dialog.tsx'));
const ShelfDialog = part('ShelfDialog', () => import('./shelf-dialog.tsx'));

const SORTS = {
  inicio: { field: 'createdAt', up: 'do mais antigo ao mais novo', down: 'do mais novo ao mais antigo' },
  valor: { field: 'amount', up: 'do menor ao maior valor', down: 'do maior ao menor valor' },
  vencimento: { field: 'maturityDate', up: 'do primeiro a vencer', down: 'do último a vencer' },
} as const satisfies Sorts<string>;

const STATUSES = { ativos: 'active', vencidos: 'matured', resgatados: 'redeemed' } as const;

const filtersOf = ({ busca, status }: SearchOf<'/admin/investments'>) =>
  given({ q: busca, status: status && STATUSES[status] });

const FILTERS = [
  { kind: 'text', name: 'busca', label: 'Buscar', placeholder: 'Cliente, CPF ou produto' },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: [
      { value: '', label: 'Todos' },
      { value: 'ativos', label: 'Ativos' },
      { value: 'vencidos', label: 'Vencidos' },
      { value: 'resgatados', label: 'Resgatados' },
    ],
  },
] as const satisfies Filter<SearchOf<'/admin/investments'>>[];

export function AdminInvestmentsPage() {
  const today = trpc.auth.me.useQuery().data?.today ?? '';
  const products = trpc.investment.products.list.useQuery();
  const maturities = trpc.investment.maturities.useInfiniteQuery({ limit: 10 }, PAGED);
  const list = useList('/admin/investments', { filtersOf, sorts: SORTS, rows: 25 });
  const investments = trpc.investment.list.useInfiniteQuery(list.asked, PAGED);
  const [creating, setCreating] = useState(false);
  const [changing, setChanging] = useState<Product | null>(null);
  // The cards count everything, whatever is searched below.
  const whole = trpc.investment.list.useQuery({ limit: 1 });
  const queries = [products, maturities, investments, whole];
  const totals = whole.data?.totals;

  return (
    <>
      <PageHeader
        title="Investimentos"
        subtitle="Os produtos da prateleira, e o que os clientes têm neles."
        refresh={{
          refreshing: queries.some(({ isRefetching }) => isRefetching),
          onRefresh: () => queries.forEach((query) => void query.refetch()),
        }}
        actions={
          <Button onClick={() => setCreating(true)} disabled={today === ''} aria-haspopup="dialog">
            <Plus size={18} aria-hidden />
            Novo produto
          </Button>
        }
      />
      <Stack gap="8">
        {totals && products.data ? (
          <FigureCards>
            <FigureCard label="Produtos ativos">
              {products.data.filter(({ isActive }) => isActive).length}
            </FigureCard>
            <FigureCard label="Total investido">
              <Money decimal={totals.invested} />
            </FigureCard>
            <FigureCard label="Rendimento esperado" hint="bruto">
              <Money decimal={totals.expectedYield} />
            </FigureCard>
          </FigureCards>
        ) : (
          !whole.isError && !products.isError && <FigureCardsSkeleton label="Somando os investimentos…" />
        )}
        <TableSection
          title="Produtos"
          tableFrom="52rem"
          columns={productColumns(setChanging)}
          query={products}
          rows={products.data}
          total={products.data?.length}
          rowKey={({ id }) => id}
          noun={['produto', 'produtos']}
          failure="Não foi possível carregar os produtos"
          empty={{
            title: 'Nenhum produto ainda',
            description: 'Crie o primeiro: ele aparece na hora para os clientes.',
            action: <Button onClick={() => setCreating(true)}>Novo produto</Button>,
          }}
        />
        <TableSection
          title="Próximos vencimentos"
          tableFrom="36rem"
          columns={maturityColumns(today)}
          query={maturities}
          rows={today ? maturities.data?.pages.flatMap((page) => page.maturities) : undefined}
          rowKey={({ day }) => day}
          noun={['dia', 'dias']}
          failure="Não foi possível carregar os vencimentos"
          empty={{
            title: 'Nada a vencer',
            description: 'Aqui aparecem os dias em que o banco paga investimentos.',
          }}
        />
        <TableSection
          title="Investimentos dos clientes"
          filters={<FilterFields filters={FILTERS} search={list.search} onChange={list.change} />}
          tableFrom="58rem"
          columns={investmentColumns(today)}
          view={list.view}
          query={investments}
          rows={today ? investments.data?.pages.flatMap((page) => page.investments) : undefined}
          total={investments.data?.pages[0]?.totals?.count}
          rowKey={({ id }) => id}
          noun={['investimento', 'investimentos']}
          failure="Não foi possível carregar os investimentos"
          empty={
            list.isFiltered
              ? {
                  title: 'Nenhum investimento encontrado',
                  description: 'Nenhum investimento combina com a busca e o status escolhidos.',
                  action: (
                    <Button variant="outline" onClick={list.clear}>
                      Mostrar todos
                    </Button>
                  ),
                }
              : {
                  title: 'Ninguém investiu ainda',
                  description: 'Cada aplicação de um cliente aparece aqui.',
                }
          }
        />
      </Stack>
      {creating && <ProductDialog today={today} onClose={() => setCreating(false)} />}
      {changing && <ShelfDialog product={changing} onClose={() => setChanging(null)} />}
    </>
  );
}
