import { chakra, Text } from '@chakra-ui/react';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { formatDay } from '../ui/date.ts';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { Money } from '../ui/money.tsx';
import type { Operation } from './operation-card.tsx';

type Instalment = RouterOutputs['credit']['schedules']['schedules'][number];

const COLUMNS: Column<Instalment>[] = [
  { title: 'Parcela', kind: 'name', cell: ({ installmentNumber }) => `Parcela ${installmentNumber}` },
  { title: 'Vencimento', cell: ({ dueDate }) => formatDay(dueDate) },
  { title: 'Valor', kind: 'figure', cell: ({ amount }) => <Money decimal={amount} /> },
  { title: 'Situação', cell: (instalment) => <State instalment={instalment} /> },
  {
    title: 'Pago ou a pagar hoje',
    kind: 'figure',
    cell: ({ isPaid, paidAmount, amountToday }) => (
      <Money decimal={isPaid ? (paidAmount ?? '0.00') : amountToday} />
    ),
  },
];

export function ScheduleDialog({ operation, onClose }: { operation: Operation; onClose: () => void }) {
  const { id, user, purpose } = operation;
  const query = trpc.credit.schedules.useQuery({ proposalId: id });
  const rows = query.data?.schedules.toReversed();
  return (
    <DialogFrame title={`Parcelas de ${user.fullName}`} size="xl" isLight onClose={onClose}>
      <Text color="fg.muted" marginBottom="3">
        {purpose}
      </Text>
      <DataTable
        label="Parcelas"
        columns={COLUMNS}
        tableFrom="36rem"
        query={query}
        rows={rows}
        rowKey={(instalment) => instalment.id}
        noun={['parcela', 'parcelas']}
        failure="Não foi possível carregar as parcelas"
        empty={{ title: 'Nenhuma parcela', description: 'As parcelas nascem com a assinatura do contrato.' }}
      />
    </DialogFrame>
  );
}

function State({ instalment: { isPaid, paidAt, daysLate, isOverdue } }: { instalment: Instalment }) {
  if (isPaid) return <>Paga{paidAt === null ? '' : ` em ${formatDay(paidAt)}`}</>;
  if (!isOverdue) return <>Em aberto</>;
  return (
    <chakra.span color="negative.fg" fontWeight="600">
      Vencida há {daysLate} {daysLate === 1 ? 'dia' : 'dias'}
    </chakra.span>
  );
}
