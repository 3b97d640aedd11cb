import { Button, Card, Grid, Stack } from '@chakra-ui/react';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ACCOUNT_TYPE_LABELS } from '#domain/ledger/words';
import { trpc } from '../trpc.ts';
import { Count, CountStrip } from '../ui/count-strip.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FieldBox } from '../ui/field.tsx';
import { Money } from '../ui/money.tsx';
import { PageHeader } from '../ui/page.tsx';
import { RefreshButton } from '../ui/refresh-button.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { SelectBox } from '../ui/select-box.tsx';
import { type Account, type Act, accountColumns } from './account-columns.tsx';
import { type AccountsSearch, filtersOf, LISTED_TYPES, parseAccountsSearch } from './search.ts';

/** Only who opens one needs it. */
const FreezeDialog = lazy(async () => ({ default: (await import('./freeze-dialog.tsx')).FreezeDialog }));
const AdjustDialog = lazy(async () => ({ default: (await import('./adjust-dialog.tsx')).AdjustDialog }));

const PAGE_ROWS = 25;

/** Every customer's accounts, newest first, as filtered by the address. */
export function AccountsPage() {
  const search = parseAccountsSearch(useSearch({ from: '/admin/accounts' }));
  const navigate = useNavigate({ from: '/admin/accounts' });
  const query = trpc.admin.accounts.list.useInfiniteQuery(
    { ...filtersOf(search), limit: PAGE_ROWS },
    { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
  );
  const [opened, setOpened] = useState<{ act: Act; account: Account } | null>(null);
  const totals = query.data?.pages[0]?.totals;
  const close = () => setOpened(null);

  // Over what the address will be: two choices in quick succession are both kept.
  const change = (changed: AccountsSearch) =>
    void navigate({
      search: (current) => parseAccountsSearch({ ...current, ...changed }),
      replace: true,
      resetScroll: false,
    });

  return (
    <>
      <PageHeader
        title="Contas"
        subtitle="As contas dos clientes, da mais nova à mais antiga."
        actions={<RefreshButton refreshing={query.isRefetching} onRefresh={() => void query.refetch()} />}
      />
      <Stack gap="6">
        <Filters search={search} onChange={change} />
        <CountStrip>
          <Count name="Contas encontradas">{totals?.count.toLocaleString('pt-BR')}</Count>
          <Count name="Saldo somado">{totals && <Money decimal={totals.balance} />}</Count>
        </CountStrip>
        <DataTable
          label="Contas"
          tableFrom="50rem"
          columns={accountColumns((act, account) => setOpened({ act, account }))}
          query={query}
          rows={query.data?.pages.flatMap(({ accounts }) => accounts)}
          total={totals?.count}
          rowKey={({ id }) => id}
          noun={['conta', 'contas']}
          failure="Não foi possível carregar as contas"
          empty={
            <EmptyState
              title="Nenhuma conta encontrada"
              description="Nenhuma conta combina com a busca e os filtros escolhidos."
              action={
                <Button
                  variant="outline"
                  onClick={() => void navigate({ search: {}, replace: true, resetScroll: false })}
                >
                  Mostrar todas
                </Button>
              }
            />
          }
        />
      </Stack>
      <Suspense>
        {opened?.act === 'freeze' && <FreezeDialog account={opened.account} onClose={close} />}
        {opened?.act === 'adjust' && <AdjustDialog account={opened.account} onClose={close} />}
      </Suspense>
    </>
  );
}

const TYPES = [
  { value: '', label: 'Todos os tipos' } as const,
  ...LISTED_TYPES.map((type) => ({
    value: type,
    label: type === 'deposits' ? 'Corrente e poupança' : ACCOUNT_TYPE_LABELS[type],
  })),
];

const STATES = [
  { value: '', label: 'Todas' },
  { value: 'ativas', label: 'Ativas' },
  { value: 'inativas', label: 'Inativas' },
] as const;

type FiltersProps = { search: AccountsSearch; onChange: (changed: AccountsSearch) => void };

function Filters({ search, onChange }: FiltersProps) {
  return (
    <Card.Root as="section" aria-label="Filtros">
      <Card.Body padding={{ base: '4', md: '6' }}>
        <Grid gap="4" templateColumns={{ base: '1fr', md: '2fr 1fr 1fr' }} alignItems="start">
          <SearchBox
            label="Buscar"
            placeholder="Titular ou número da conta"
            query={search.busca ?? ''}
            onSearch={(busca) => onChange({ busca })}
          />
          <FieldBox label="Tipo">
            <SelectBox
              options={TYPES}
              value={search.tipo ?? ''}
              onChange={(tipo) => onChange({ tipo: tipo || undefined })}
            />
          </FieldBox>
          <FieldBox label="Status">
            <SelectBox
              options={STATES}
              value={search.status ?? ''}
              onChange={(status) => onChange({ status: status || undefined })}
            />
          </FieldBox>
        </Grid>
      </Card.Body>
    </Card.Root>
  );
}
