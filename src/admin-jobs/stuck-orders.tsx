import { ORDER_KIND_LABELS } from '#domain/pix/words';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { ClientLink } from '../ui/client-link.tsx';
import type { Column } from '../ui/data-table.tsx';
import { formatMoment } from '../ui/date.ts';
import { Money } from '../ui/money.tsx';
import { TableSection } from '../ui/table-section.tsx';
import { PAGED } from '../ui/use-list.ts';

type Order = RouterOutputs['admin']['orders']['stuck']['orders'][number];

const STATES: Record<Order['status'], string> = {
  reserved: 'Reservado, ainda não enviado',
  sending: 'Enviado, sem resposta do provedor',
  processing: 'Com o provedor',
};

const COLUMNS: Column<Order>[] = [
  {
    title: 'Cliente',
    kind: 'name',
    cell: ({ userId, clientName }) => <ClientLink userId={userId} clientName={clientName} />,
  },
  { title: 'Pagamento', cell: ({ kind }) => ORDER_KIND_LABELS[kind] },
  { title: 'Situação', cell: ({ status }) => STATES[status] },
  { title: 'Feito em', cell: ({ createdAt }) => formatMoment(createdAt) },
  {
    title: 'Tentativas',
    kind: 'figure',
    cell: ({ attempts }) => attempts.toLocaleString('pt-BR'),
  },
  { title: 'Valor', kind: 'figure', cell: ({ amount }) => <Money decimal={amount} /> },
];

/** Payments whose outcome the provider has not reported within 15 minutes. */
export function StuckOrders() {
  const query = trpc.admin.orders.stuck.useInfiniteQuery(
    { limit: 20 },
    { ...PAGED, refetchOnMount: 'always' },
  );
  return (
    <TableSection
      title="Pagamentos sem desfecho"
      text="O dinheiro está reservado, e o banco pergunta de novo ao provedor até saber. A conciliação do livro-razão também pergunta."
      id="pagamentos"
      columns={COLUMNS}
      query={query}
      rows={query.data?.pages.flatMap(({ orders }) => orders)}
      rowKey={({ id }) => id}
      noun={['pagamento', 'pagamentos']}
      failure="Não foi possível carregar os pagamentos"
      tableFrom="56rem"
      empty={{
        title: 'Nenhum pagamento parado',
        description:
          'Um pagamento aparece aqui quando o provedor demora mais de 15 minutos para dizer como acabou.',
      }}
    />
  );
}
