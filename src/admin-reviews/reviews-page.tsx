import { Text } from '@chakra-ui/react';
import { useState } from 'react';
import type { SearchOf } from '#domain/places';
import { trpc } from '../trpc.ts';
import { TextLink } from '../ui/links.tsx';
import { ListScreen } from '../ui/list-screen.tsx';
import { part } from '../ui/part.tsx';
import { given, PAGED, type Sorts, useList } from '../ui/use-list.ts';
import { type Decision, type Review, reviewColumns } from './review-columns.tsx';
import { STATE_OPTIONS } from './states.ts';

const DecisionDialog = part('DecisionDialog', () => import('./decision-dialog.tsx'));

const SORTS = {
  pedido: { field: 'createdAt', up: 'do mais antigo ao mais novo', down: 'do mais novo ao mais antigo' },
} as const satisfies Sorts<string>;

const filtersOf = ({ busca, status }: SearchOf<'/admin/payment-reviews'>) =>
  given({ q: busca, state: status });

export function ReviewsPage() {
  const list = useList('/admin/payment-reviews', { filtersOf, sorts: SORTS, rows: 25 });
  const query = trpc.admin.reviews.list.useInfiniteQuery(list.asked, PAGED);
  const [opened, setOpened] = useState<{ decision: Decision; review: Review } | null>(null);
  return (
    <>
      <ListScreen
        list={list}
        title="Pagamentos em análise"
        subtitle={(order) => `O que as regras de prevenção retiveram, ${order}.`}
        filters={[
          [
            { kind: 'text', name: 'busca', label: 'Buscar', placeholder: 'Cliente ou quem recebe' },
            { kind: 'choice', name: 'status', label: 'Situação', options: STATE_OPTIONS },
          ],
        ]}
        note={
          <Text color="fg.muted">
            O dinheiro fica reservado até alguém decidir, por até 24 horas; depois volta para o cliente, que
            também pode desfazer.{' '}
            <TextLink to="/admin/signals" variant="underline">
              Ver as regras de prevenção
            </TextLink>
          </Text>
        }
        query={query}
        rowsOf={({ reviews }) => reviews}
        total={query.data?.pages[0]?.totals.count}
        noun={['pagamento', 'pagamentos']}
        columns={reviewColumns((decision, review) => setOpened({ decision, review }))}
        tableFrom="58rem"
        failure="Não foi possível carregar os pagamentos em análise"
        empty={
          list.isFiltered
            ? {
                title: 'Nenhum pagamento encontrado',
                description: 'Nenhum pagamento em análise combina com a busca e a situação escolhidas.',
                all: 'Mostrar todos',
              }
            : {
                title: 'Nenhum pagamento em análise',
                description: 'Um pagamento aparece aqui quando as regras de prevenção o retêm.',
              }
        }
      />
      {opened && <DecisionDialog {...opened} onClose={() => setOpened(null)} />}
    </>
  );
}
