import { Text } from '@chakra-ui/react';
import { useState } from 'react';
import { HELD_STATUS_LABELS, HELD_STATUSES } from '#domain/pix/held';
import type { SearchOf } from '#domain/places';
import { trpc } from '../trpc.ts';
import { ListScreen } from '../ui/list-screen.tsx';
import { part } from '../ui/part.tsx';
import { given, PAGED, type Sorts, useList } from '../ui/use-list.ts';
import { type Decision, type Held, heldColumns } from './held-columns.tsx';

const DecisionDialog = part('DecisionDialog', () => import('./decision-dialog.tsx'));

const SORTS = {
  chegada: { field: 'createdAt', up: 'do mais antigo ao mais novo', down: 'do mais novo ao mais antigo' },
} as const satisfies Sorts<string>;

const STATUSES = [
  { value: '', label: 'Todas' },
  ...HELD_STATUSES.map((value) => ({ value, label: HELD_STATUS_LABELS[value] })),
];

const filtersOf = ({ busca, status }: SearchOf<'/admin/held-payments'>) => given({ q: busca, status });

/** A refund takes seconds: the list follows it. */
const RETURNING_POLL_MS = 3000;

export function HeldPage() {
  const list = useList('/admin/held-payments', { filtersOf, sorts: SORTS, rows: 25 });
  const query = trpc.admin.held.list.useInfiniteQuery(list.asked, {
    ...PAGED,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ payments }) => payments.some(isReturning)) ? RETURNING_POLL_MS : false,
  });
  const [opened, setOpened] = useState<{ decision: Decision; held: Held } | null>(null);
  const total = query.data?.pages[0]?.totals.count;
  return (
    <>
      <ListScreen
        list={list}
        title="PIX retidos"
        subtitle={(order) => `O que chegou para quem está sem acesso, ${order}.`}
        filters={[
          [
            { kind: 'text', name: 'busca', label: 'Buscar', placeholder: 'Cliente ou quem pagou' },
            { kind: 'choice', name: 'status', label: 'Situação', options: STATUSES },
          ],
        ]}
        note={
          <Text color="fg.muted">
            O dinheiro fica com o banco até alguém decidir: liberar para a conta externa do cliente ou
            devolver a quem pagou. O de quem encerrou o cadastro pode ser pago fora do banco.
          </Text>
        }
        query={query}
        rowsOf={({ payments }) => payments}
        total={total}
        noun={['PIX', 'PIX']}
        columns={heldColumns((decision, held) => setOpened({ decision, held }))}
        tableFrom="54rem"
        failure="Não foi possível carregar os PIX retidos"
        empty={
          list.isFiltered
            ? {
                title: 'Nenhum PIX encontrado',
                description: 'Nenhum PIX retido combina com a busca e a situação escolhidas.',
                all: 'Mostrar todos',
              }
            : {
                title: 'Nenhum PIX retido',
                description: 'Um PIX aparece aqui quando chega para um cliente com o acesso desativado.',
              }
        }
      />
      {opened && <DecisionDialog {...opened} onClose={() => setOpened(null)} />}
    </>
  );
}

const isReturning = ({ status }: Held): boolean => status === 'returning';
