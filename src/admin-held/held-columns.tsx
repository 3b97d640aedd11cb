import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { CheckCheck, Clock, Hourglass, Undo2 } from 'lucide-react';
import { HELD_STATUS_LABELS } from '#domain/pix/held';
import type { RouterOutputs } from '../trpc.ts';
import { ClientLink } from '../ui/client-link.tsx';
import { type Column, rowAction } from '../ui/data-table.tsx';
import { formatMoment } from '../ui/date.ts';
import { TextLink } from '../ui/links.tsx';
import { type Look, LookBadge } from '../ui/look-badge.tsx';
import { Money } from '../ui/money.tsx';

export type Held = RouterOutputs['admin']['held']['list']['payments'][number];
export type Decision = 'release' | 'payOut' | 'return';

const LOOKS: Record<Held['status'], Omit<Look, 'label'>> = {
  held: { palette: 'caution', icon: Hourglass },
  returning: { palette: 'notice', icon: Clock },
  released: { palette: 'positive', icon: CheckCheck },
  returned: { palette: 'neutral', icon: Undo2 },
};

export const heldColumns = (onDecide: (decision: Decision, held: Held) => void): Column<Held>[] => [
  {
    title: 'Cliente',
    kind: 'name',
    cell: ({ userId, clientName, isClientActive }) => (
      <>
        <ClientLink userId={userId} clientName={clientName} />
        <Text color="fg.muted">{isClientActive ? 'Com acesso' : 'Sem acesso'}</Text>
      </>
    ),
  },
  {
    title: 'Quem pagou',
    cell: ({ payerName, payerDocument }) => (
      <>
        <Text>{payerName ?? 'Não informado'}</Text>
        {payerDocument && (
          <Text className="num" color="fg.muted">
            {payerDocument}
          </Text>
        )}
      </>
    ),
  },
  {
    title: 'Chegou em',
    sort: 'chegada',
    cell: ({ createdAt }) => (
      <Box as="span" className="num">
        {formatMoment(createdAt)}
      </Box>
    ),
  },
  { title: 'Situação', cell: Situation },
  { title: 'Valor', kind: 'figure', cell: ({ amount }) => <Money decimal={amount} /> },
  { title: 'Ações', kind: 'actions', cell: (held) => <Actions held={held} onDecide={onDecide} /> },
];

function Situation({ status, failReason, isPaidOut }: Held) {
  return (
    <>
      <LookBadge label={isPaidOut ? 'Pago fora do banco' : HELD_STATUS_LABELS[status]} {...LOOKS[status]} />
      {status === 'held' && failReason !== null && (
        <Text color="fg.muted" textStyle="sm" marginTop="1">
          A devolução não foi feita: {failReason}
        </Text>
      )}
    </>
  );
}

type ActionsProps = { held: Held; onDecide: (decision: Decision, held: Held) => void };

function Actions({ held, onDecide }: ActionsProps) {
  const { id, status, clientName, mayRelease, mayReturn } = held;
  if (status !== 'held')
    return (
      <TextLink to="/admin/ledger" search={{ transacao: id }}>
        Ver no ledger
      </TextLink>
    );
  return (
    <Flex columnGap="5">
      <Button
        colorPalette="brand"
        aria-label={`${mayRelease ? 'Liberar' : 'Pagar fora'} o PIX de ${clientName}`}
        aria-haspopup="dialog"
        onClick={() => onDecide(mayRelease ? 'release' : 'payOut', held)}
        {...rowAction}
      >
        {mayRelease ? 'Liberar' : 'Pagar fora'}
      </Button>
      {mayReturn && (
        <Button
          colorPalette="negative"
          aria-label={`Devolver o PIX de ${clientName}`}
          aria-haspopup="dialog"
          onClick={() => onDecide('return', held)}
          {...rowAction}
        >
          Devolver
        </Button>
      )}
    </Flex>
  );
}
