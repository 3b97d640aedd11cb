import { Button, Card, Grid, Input, Stack } from '@chakra-ui/react';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { trpc } from '../trpc.ts';
import { Count, CountStrip } from '../ui/count-strip.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FieldBox } from '../ui/field.tsx';
import { PageHeader } from '../ui/page.tsx';
import { RefreshButton } from '../ui/refresh-button.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { SelectBox } from '../ui/select-box.tsx';
import { type Client, clientColumns, TABLE_FROM } from './client-columns.tsx';
import { type ClientsSearch, filtersOf, parseClientsSearch } from './search.ts';

/** Only who opens it needs it. */
const AccessDialog = lazy(async () => ({ default: (await import('./access-dialog.tsx')).AccessDialog }));

const PAGE_ROWS = 25;

/** Everybody who has an access: customers and administrators, newest first, as filtered by the address. */
export function ClientsPage() {
  const search = parseClientsSearch(useSearch({ from: '/admin/users' }));
  const navigate = useNavigate({ from: '/admin/users' });
  const me = trpc.auth.me.useQuery();
  const query = trpc.admin.users.list.useInfiniteQuery(
    { ...filtersOf(search), limit: PAGE_ROWS },
    { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
  );
  const [opened, setOpened] = useState<Client | null>(null);
  const totals = query.data?.pages[0]?.totals;

  // Over what the address will be: two choices in quick succession are both kept.
  const change = (changed: ClientsSearch) =>
    void navigate({
      search: (current) => parseClientsSearch({ ...current, ...changed }),
      replace: true,
      resetScroll: false,
    });

  return (
    <>
      <PageHeader
        title="Clientes"
        subtitle="Quem tem acesso ao ValeBank, do cadastro mais novo ao mais antigo."
        actions={<RefreshButton refreshing={query.isRefetching} onRefresh={() => void query.refetch()} />}
      />
      <Stack gap="6">
        <Filters search={search} onChange={change} />
        <CountStrip>
          <Count name="Encontrados">{totals?.count.toLocaleString('pt-BR')}</Count>
          <Count name="Ativos">{totals?.active.toLocaleString('pt-BR')}</Count>
          <Count name="Inativos">{totals && (totals.count - totals.active).toLocaleString('pt-BR')}</Count>
        </CountStrip>
        <DataTable
          label="Clientes"
          tableFrom={TABLE_FROM}
          columns={clientColumns(me.data?.user.id, setOpened)}
          query={query}
          rows={query.data?.pages.flatMap(({ users }) => users)}
          total={totals?.count}
          rowKey={({ id }) => id}
          noun={['cadastro', 'cadastros']}
          failure="Não foi possível carregar os clientes"
          empty={
            <EmptyState
              title="Ninguém encontrado"
              description="Nenhum cadastro combina com a busca e os filtros escolhidos."
              action={
                <Button
                  variant="outline"
                  onClick={() => void navigate({ search: {}, replace: true, resetScroll: false })}
                >
                  Mostrar todos
                </Button>
              }
            />
          }
        />
      </Stack>
      <Suspense>{opened && <AccessDialog client={opened} onClose={() => setOpened(null)} />}</Suspense>
    </>
  );
}

const ROLES = [
  { value: '', label: 'Todos os perfis' },
  { value: 'cliente', label: 'Clientes' },
  { value: 'admin', label: 'Administradores' },
] as const;

const STATES = [
  { value: '', label: 'Todos' },
  { value: 'ativos', label: 'Ativos' },
  { value: 'inativos', label: 'Inativos' },
] as const;

type FiltersProps = { search: ClientsSearch; onChange: (changed: ClientsSearch) => void };

function Filters({ search, onChange }: FiltersProps) {
  return (
    <Card.Root as="section" aria-label="Filtros">
      <Card.Body padding={{ base: '4', md: '6' }}>
        <Grid
          gap="4"
          templateColumns={{ base: '1fr', md: '2fr 1fr 1fr', xl: '2fr 1fr 1fr 1fr' }}
          alignItems="start"
        >
          <SearchBox
            label="Buscar"
            placeholder="Nome, e-mail ou usuário"
            query={search.busca ?? ''}
            onSearch={(busca) => onChange({ busca })}
          />
          <FieldBox label="Perfil">
            <SelectBox
              options={ROLES}
              value={search.perfil ?? ''}
              onChange={(perfil) => onChange({ perfil: perfil || undefined })}
            />
          </FieldBox>
          <FieldBox label="Status">
            <SelectBox
              options={STATES}
              value={search.status ?? ''}
              onChange={(status) => onChange({ status: status || undefined })}
            />
          </FieldBox>
          <FieldBox label="Clientes desde">
            <Input
              type="date"
              value={search.desde ?? ''}
              onChange={({ target }) => onChange({ desde: target.value || undefined })}
            />
          </FieldBox>
        </Grid>
      </Card.Body>
    </Card.Root>
  );
}
