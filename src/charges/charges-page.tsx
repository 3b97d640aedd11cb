import { Button, Flex } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import {
  CHARGE_KIND_LABELS,
  CHARGE_KINDS,
  CHARGE_STATUS_LABELS,
  CHARGE_STATUSES,
} from '#domain/charge/words';
import type { SearchOf } from '#domain/places';
import { BACKGROUND_QUERY, trpc } from '../trpc.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { LinkButton } from '../ui/links.tsx';
import { ListScreen } from '../ui/list-screen.tsx';
import { PageHeader } from '../ui/page.tsx';
import { part } from '../ui/part.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { given, PAGED, type Sorts, useList } from '../ui/use-list.ts';
import { CHARGE_COLUMNS, type ListedCharge } from './charge-columns.tsx';

const NewChargeDialog = part('NewChargeDialog', () => import('./new-charge-dialog.tsx'));
const ChargeDialog = part('ChargeDialog', () => import('./charge-dialog.tsx'));

const PLACE = '/client/cobrancas';
const TITLE = 'Cobranças';

const SORTS = {
  criacao: { field: 'createdAt', up: 'da mais antiga à mais nova', down: 'da mais nova à mais antiga' },
  valor: { field: 'amount', up: 'do menor ao maior valor', down: 'do maior ao menor valor' },
} as const satisfies Sorts<string>;

const STATUSES = [
  { value: '', label: 'Todas' },
  ...CHARGE_STATUSES.map((value) => ({ value, label: CHARGE_STATUS_LABELS[value] })),
];
const KINDS = [
  { value: '', label: 'Todos' },
  ...CHARGE_KINDS.map((value) => ({ value, label: CHARGE_KIND_LABELS[value] })),
];

const filtersOf = ({ busca, status, tipo }: SearchOf<typeof PLACE>) =>
  given({ q: busca, status, kind: tipo });

/** While something may still happen to a charge on the screen. */
const POLL_MS = 5000;
const isUnended = ({ status }: ListedCharge): boolean => status === 'open' || status === 'making';

export function ChargesPage() {
  const me = trpc.auth.me.useQuery();
  return (
    <Fetched
      query={me}
      failure="Não foi possível carregar os seus dados"
      skeleton={<RowsSkeleton rows={5} label="Carregando…" />}
    >
      {({ user, today }) =>
        user.asaasAccountStatus === 'approved' ? <Charges today={today} /> : <NotApproved />
      }
    </Fetched>
  );
}

function Charges({ today }: { today: string }) {
  const list = useList(PLACE, { filtersOf, sorts: SORTS, rows: 25 });
  const navigate = useNavigate({ from: PLACE });
  const query = trpc.charge.list.useInfiniteQuery(list.asked, {
    ...PAGED,
    ...BACKGROUND_QUERY,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ charges }) => charges.some(isUnended)) ? POLL_MS : false,
  });
  const total = query.data?.pages[0]?.totals.count;
  const { ver, cobranca } = list.search;
  const show = (shown: Pick<SearchOf<typeof PLACE>, 'ver' | 'cobranca'>, replace = false) =>
    void navigate({
      search: (before) => ({ ...before, ver: undefined, cobranca: undefined, ...shown }),
      resetScroll: false,
      replace,
    });

  return (
    <>
      <ListScreen
        list={list}
        title={TITLE}
        subtitle={(order) => `O que você cobrou por PIX, ${order}.`}
        actions={
          <Button aria-haspopup="dialog" onClick={() => show({ ver: 'nova' })}>
            <Plus size={18} aria-hidden />
            Nova cobrança
          </Button>
        }
        export={{
          title: 'Exportar cobranças',
          button: 'Exportar',
          variant: 'outline',
          path: `/api/charges/export?${new URLSearchParams(list.filters)}`,
          name: 'cobrancas',
          today,
          failure: 'Não foi possível exportar as cobranças',
          text: 'Um arquivo CSV, que planilhas abrem, com as cobranças da lista, seus prazos e o que foi pago.',
        }}
        filters={[
          [
            { kind: 'text', name: 'busca', label: 'Buscar', placeholder: 'Descrição' },
            { kind: 'choice', name: 'status', label: 'Situação', options: STATUSES },
            { kind: 'choice', name: 'tipo', label: 'Prazo', options: KINDS },
          ],
        ]}
        query={query}
        rowsOf={({ charges }) => charges}
        total={total}
        noun={['cobrança', 'cobranças']}
        columns={CHARGE_COLUMNS}
        tableFrom="44rem"
        failure="Não foi possível carregar as cobranças"
        empty={
          list.isFiltered
            ? {
                title: 'Nenhuma cobrança encontrada',
                description: 'Nenhuma cobrança combina com a busca e os filtros escolhidos.',
                all: 'Mostrar todas',
              }
            : {
                title: 'Nenhuma cobrança ainda',
                description:
                  'Crie a primeira: você recebe um código PIX e um link para mandar a quem paga, e um aviso assim que for paga.',
              }
        }
      />
      {ver === 'nova' && (
        <NewChargeDialog onMade={(id) => show({ cobranca: id }, true)} onClose={() => show({}, true)} />
      )}
      {cobranca !== undefined && <ChargeDialog key={cobranca} id={cobranca} onClose={() => show({}, true)} />}
    </>
  );
}

function NotApproved() {
  return (
    <>
      <PageHeader title={TITLE} />
      <EmptyState
        title="Conta não aprovada"
        description="Cobrar por PIX usa a sua conta de pagamentos, que ainda não foi aprovada."
        action={
          <Flex gap="3" wrap="wrap" justify="center">
            <LinkButton to="/client/pix">Ver o PIX</LinkButton>
          </Flex>
        }
      />
    </>
  );
}
