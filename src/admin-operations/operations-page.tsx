import { useState } from 'react';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { failureText } from '../ui/failure-text.ts';
import { ListScreen } from '../ui/list-screen.tsx';
import { part } from '../ui/part.tsx';
import { toast } from '../ui/toast.ts';
import { PAGED, type Sorts, useList } from '../ui/use-list.ts';
import { type Act, type Operation, OperationCard } from './operation-card.tsx';
import { DELAY_OPTIONS, filtersOf, STATUS_OPTIONS } from './search.ts';
import { Totals } from './totals.tsx';

const NegativateDialog = part('NegativateDialog', () => import('./negativate-dialog.tsx'));
const ScheduleDialog = part('ScheduleDialog', () => import('./schedule-dialog.tsx'));
const ContactDialog = part('ContactDialog', () => import('../shared-contact/contact-dialog.tsx'));

const SORTS = {
  proposta: {
    field: 'createdAt',
    up: 'da proposta mais antiga à mais nova',
    down: 'da proposta mais nova à mais antiga',
  },
  valor: { field: 'amount', up: 'do menor ao maior valor', down: 'do maior ao menor valor' },
  vencimento: {
    field: 'dueDate',
    up: 'da mais atrasada à mais em dia',
    down: 'da mais em dia à mais atrasada',
  },
} as const satisfies Sorts<string>;

export function OperationsPage() {
  const list = useList('/admin/operations', {
    filtersOf,
    sorts: SORTS,
    orderOf: () => 'vencimento',
    rows: 24,
  });
  const query = trpc.credit.operations.list.useInfiniteQuery(list.asked, {
    ...PAGED,
    // Payments and the daily run change the data.
    refetchOnMount: 'always',
  });
  const [opened, setOpened] = useState<{ act: Act; operation: Operation } | null>(null);
  const sendEmail = useCollectionEmail();
  const totals = query.data?.pages[0]?.totals;
  const { status } = list.search;
  const act = (kind: Act, operation: Operation) =>
    kind === 'email' ? sendEmail(operation) : setOpened({ act: kind, operation });

  return (
    <>
      <ListScreen
        list={list}
        title="Operações"
        subtitle={(order) => `Os créditos liberados, ${order}.`}
        above={
          (totals || !query.isError) && (
            <Totals totals={totals} chosen={status} onChoose={(chosen) => list.change({ status: chosen })} />
          )
        }
        filters={[
          [
            { kind: 'text', name: 'busca', label: 'Buscar', placeholder: 'Cliente, CPF ou finalidade' },
            { kind: 'choice', name: 'status', label: 'Status', options: STATUS_OPTIONS },
            { kind: 'choice', name: 'atraso', label: 'Atraso', options: DELAY_OPTIONS },
          ],
        ]}
        query={query}
        rowsOf={({ operations }) => operations}
        total={status ? totals?.[status] : totals?.total}
        noun={['operação', 'operações']}
        card={(operation) => <OperationCard operation={operation} onAct={act} />}
        cardHeight={{ base: '27rem', md: '21rem' }}
        failure="Não foi possível carregar as operações"
        empty={{
          title: 'Nenhuma operação encontrada',
          ...(list.isFiltered
            ? {
                description: 'Nenhuma operação combina com a busca e os filtros escolhidos.',
                all: 'Mostrar todas',
              }
            : { description: 'Um crédito aparece aqui quando o cliente assina o contrato.' }),
        }}
      />
      {opened?.act === 'negativate' && (
        <NegativateDialog operation={opened.operation} onClose={() => setOpened(null)} />
      )}
      {opened?.act === 'schedule' && (
        <ScheduleDialog operation={opened.operation} onClose={() => setOpened(null)} />
      )}
      {opened?.act === 'contact' && (
        <ContactDialog
          client={{ id: opened.operation.userId, fullName: opened.operation.user.fullName }}
          operationId={opened.operation.id}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

const EMAIL_FAILURE = 'Não foi possível enviar o e-mail. Tente novamente.';

function useCollectionEmail() {
  const invalidate = useInvalidate();
  const sending = trpc.credit.operations.sendEmail.useMutation();
  return (operation: Operation) => {
    const { fullName, email } = operation.user;
    toast({ title: 'Enviando email…', description: fullName, tone: 'info' });
    // `mutate` callbacks would run only for the last of several sendings.
    sending.mutateAsync({ id: operation.id }).then(
      () => toast({ title: 'E-mail enviado', description: `${fullName}, ${email}` }),
      (error: unknown) => {
        const description = failureText(error, EMAIL_FAILURE);
        toast({ title: 'Erro ao enviar e-mail', description, tone: 'error' });
        // The customer may have paid first.
        void invalidate('administration');
      },
    );
  };
}
