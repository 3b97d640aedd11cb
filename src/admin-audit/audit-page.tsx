import { Button, chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import {
  AUDIT_ACTION_LABELS,
  AUDIT_ENTITY_LABELS,
  type AuditAction,
  type AuditEntity,
} from '#domain/audit/words';
import type { SearchOf } from '#domain/places';
import { trpc } from '../trpc.ts';
import { dayFilters } from '../ui/list-filters.tsx';
import { ListScreen } from '../ui/list-screen.tsx';
import { totalText } from '../ui/paged-list.tsx';
import { PAGED, type Sorts, useList } from '../ui/use-list.ts';
import { Integrity } from './integrity.tsx';
import { LogCard } from './log-card.tsx';
import { exportPath, filtersOf } from './search.ts';

const SORTS = {
  data: {
    field: 'createdAt',
    up: 'da ação mais antiga à mais nova',
    down: 'da ação mais nova à mais antiga',
  },
} as const satisfies Sorts<string>;

const NOUN = ['registro', 'registros'] as const;

const USUAL_ACTIONS: AuditAction[] = [
  'login',
  'create_user',
  'transfer',
  'approve_credit',
  'create_investment',
];

/** Adds the action from the URL, if it is not among the usual ones. */
function actionOptions(chosen: AuditAction | undefined) {
  const unusual = chosen && !USUAL_ACTIONS.includes(chosen) ? [chosen] : [];
  const actions = [...USUAL_ACTIONS, ...unusual];
  return [
    { value: '', label: 'Todas' },
    ...actions.map((action) => ({ value: action, label: AUDIT_ACTION_LABELS[action] })),
  ];
}

const TYPES = [
  { value: '', label: 'Todos' },
  ...(Object.entries(AUDIT_ENTITY_LABELS) as [AuditEntity, string][])
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label, 'pt-BR')),
];

export function AuditPage() {
  const list = useList('/admin/audit', { filtersOf, sorts: SORTS, rows: 30 });
  const { search, filters, asked, isFiltered, change } = list;
  // A search reads the whole log, so the one before stops.
  const query = trpc.admin.audit.list.useInfiniteQuery(asked, { ...PAGED, trpc: { abortOnUnmount: true } });
  const me = trpc.auth.me.useQuery();
  const utils = trpc.useUtils();
  const totals = query.data?.pages[0]?.totals;
  const total = totals?.isMore ? { above: totals.count } : totals?.count;
  const person = query.data?.pages
    .flatMap(({ logs }) => logs)
    .find(({ userId }) => userId === search.pessoa)?.userName;

  /** Only the first page is refetched: later pages would have shifted. */
  function refresh() {
    utils.admin.audit.list.setInfiniteData(
      asked,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    void query.refetch();
  }

  return (
    <ListScreen
      list={list}
      title="Auditoria"
      subtitle={() => 'Histórico completo de ações no sistema'}
      onRefresh={refresh}
      export={{
        button: 'Exportar Logs',
        title: 'Exportar logs',
        path: exportPath(filters),
        name: 'auditoria',
        today: me.data?.today,
        failure: 'Não foi possível exportar os logs',
        text: `A planilha (CSV) leva tudo o que está filtrado${
          total === undefined ? '' : ` (${totalText(total, NOUN)})`
        }, com os hashes da corrente. Guarde-a fora desta máquina: com ela se prova o que já estava registrado. A própria exportação fica na auditoria.`,
      }}
      above={<Integrity />}
      filters={[
        [
          {
            kind: 'text',
            name: 'busca',
            label: 'Buscar',
            placeholder: 'Buscar por usuário, ação ou tipo...',
          },
          { kind: 'choice', name: 'acao', label: 'Ação', options: actionOptions(search.acao) },
        ],
        [{ kind: 'choice', name: 'tipo', label: 'Tipo', options: TYPES }, ...dayFilters(search)],
      ]}
      narrowed={<Narrowed search={search} person={person} onChange={change} />}
      label="Ações"
      query={query}
      rowsOf={({ logs }) => logs}
      total={total}
      noun={NOUN}
      card={(row) => <LogCard row={row} onNarrow={change} />}
      cardHeight={{ base: '11rem', md: '6.25rem' }}
      isOneColumn
      failure="Não foi possível carregar a auditoria"
      empty={
        isFiltered
          ? {
              title: 'Nenhum log encontrado',
              description: 'Nenhuma ação combina com a busca e os filtros escolhidos.',
              all: 'Limpar filtros',
            }
          : {
              title: 'Nenhum log encontrado',
              description: 'O que clientes e administradores fizerem aparece aqui.',
            }
      }
    />
  );
}

type Search = SearchOf<'/admin/audit'>;
type NarrowedProps = {
  search: Search;
  person: string | null | undefined;
  onChange: (changed: { [Name in keyof Search]?: unknown }) => void;
};

function Narrowed({ search: { pessoa, alvo, ip }, person, onChange }: NarrowedProps) {
  const chips = [
    ['pessoa', pessoa, `Só ações de ${person ?? 'uma pessoa'}`],
    ['alvo', alvo, `Só o alvo ${alvo}`],
    ['ip', ip, `Só o IP ${ip}`],
  ] as const;
  return chips.map(
    ([name, value, text]) =>
      value !== undefined && (
        <Button
          key={name}
          size="sm"
          borderRadius="pill"
          maxWidth="full"
          onClick={() => onChange({ [name]: undefined })}
        >
          <chakra.span truncate>{text}</chakra.span>
          <X size={16} role="img" aria-label="Remover este filtro" />
        </Button>
      ),
  );
}
