import { chakra, Text } from '@chakra-ui/react';
import type { OverviewDays } from '#domain/admin/overview-days';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { formatDay } from '../ui/date.ts';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { Money } from '../ui/money.tsx';
import { counted } from './count.ts';

type Day = RouterOutputs['admin']['ahead']['days'][number];

const COLUMNS: Column<Day>[] = [
  {
    title: 'Dia',
    kind: 'name',
    cell: ({ day }) => (
      <chakra.span className="num" fontWeight="600">
        {formatDay(day)}
      </chakra.span>
    ),
  },
  {
    title: 'Investimentos a pagar',
    kind: 'figure',
    cell: ({ investments }) => <Share share={investments} one="investimento" many="investimentos" />,
  },
  {
    title: 'Parcelas a receber',
    kind: 'figure',
    cell: ({ instalments }) => <Share share={instalments} one="parcela" many="parcelas" />,
  },
];

type AheadDialogProps = { days: OverviewDays; onClose: () => void };

export function AheadDialog({ days, onClose }: AheadDialogProps) {
  const query = trpc.admin.ahead.useQuery({ days }, { refetchOnMount: 'always' });
  return (
    <DialogFrame title={`O que vence em ${days} dias`} size="xl" fromTop onClose={onClose}>
      <Text color="fg.muted">
        Investimentos pelo valor bruto no vencimento, e parcelas em aberto que ainda não venceram.
      </Text>
      <DataTable
        label="Vencimentos"
        tableFrom="36rem"
        columns={COLUMNS}
        query={query}
        rows={query.data?.days}
        total={query.data?.days.length}
        rowKey={({ day }) => day}
        noun={['dia', 'dias']}
        failure="Não foi possível carregar os vencimentos"
        empty={{
          title: 'Nada vence neste período',
          description: 'Escolha um período mais longo para ver o que vem depois.',
        }}
      />
    </DialogFrame>
  );
}

type ShareProps = { share: Day['investments']; one: string; many: string };

function Share({ share: { count, amount }, one, many }: ShareProps) {
  if (count === 0) return <chakra.span color="fg.muted">nada</chakra.span>;
  return (
    <>
      <Money decimal={amount} fontWeight="600" />
      <chakra.span display="block" color="fg.muted" className="num">
        {counted(count, one, many)}
      </chakra.span>
    </>
  );
}
