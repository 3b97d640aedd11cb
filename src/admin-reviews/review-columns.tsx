import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { REVIEW_STATE_LABELS } from '#domain/admin/review-states';
import { SIGNAL_LABELS } from '#domain/protection/signals';
import { WAITING_KIND_LABELS } from '#domain/protection/words';
import type { RouterOutputs } from '../trpc.ts';
import { ClientLink } from '../ui/client-link.tsx';
import { type Column, rowAction } from '../ui/data-table.tsx';
import { formatMoment } from '../ui/date.ts';
import { TextLink } from '../ui/links.tsx';
import { LookBadge } from '../ui/look-badge.tsx';
import { Money } from '../ui/money.tsx';
import { Bullets } from '../ui/notice.tsx';
import { REVIEW_LOOKS } from './states.ts';

export type Review = RouterOutputs['admin']['reviews']['list']['reviews'][number];
export type Decision = 'approved' | 'refused';

export const reviewColumns = (onDecide: (decision: Decision, review: Review) => void): Column<Review>[] => [
  {
    title: 'Cliente',
    kind: 'name',
    cell: ({ userId, clientName }) => <ClientLink userId={userId} clientName={clientName} />,
  },
  {
    title: 'Para quem',
    cell: ({ kind, payee, payeeDocument }) => (
      <>
        <Text>{payee}</Text>
        <Text className="num" color="fg.muted">
          {[WAITING_KIND_LABELS[kind], payeeDocument].filter(Boolean).join(' · ')}
        </Text>
      </>
    ),
  },
  { title: 'Motivos', cell: Reasons },
  { title: 'Pedido em', sort: 'pedido', cell: Moments },
  { title: 'Situação', cell: Situation },
  { title: 'Valor', kind: 'figure', cell: ({ amount }) => <Money decimal={amount} /> },
  { title: 'Ações', kind: 'actions', cell: (review) => <Actions review={review} onDecide={onDecide} /> },
];

const Reasons = ({ reasons, score }: Review) => (
  <Box textAlign="start">
    <Bullets of={reasons.map((signal) => SIGNAL_LABELS[signal])} />
    <Text color="fg.muted">{score === 1 ? '1 ponto' : `${score} pontos`}</Text>
  </Box>
);

const Moments = ({ state, createdAt, releaseAt }: Review) => (
  <>
    <Text>{formatMoment(createdAt)}</Text>
    {state === 'pending' && <Text color="fg.muted">Decida até {formatMoment(releaseAt)}</Text>}
  </>
);

const Situation = ({ state, reason }: Review) => (
  <>
    <LookBadge label={REVIEW_STATE_LABELS[state]} {...REVIEW_LOOKS[state]} />
    {reason !== null && (
      <Text color="fg.muted" textStyle="sm" marginTop="1">
        {reason}
      </Text>
    )}
  </>
);

type ActionsProps = { review: Review; onDecide: (decision: Decision, review: Review) => void };

function Actions({ review, onDecide }: ActionsProps) {
  const { id, state, clientName, payee } = review;
  if (state !== 'pending')
    return (
      <TextLink to="/admin/ledger" search={{ transacao: id }}>
        Ver no ledger
      </TextLink>
    );
  return (
    <Flex columnGap="5" wrap="wrap">
      <Button
        colorPalette="brand"
        aria-label={`Liberar o pagamento de ${clientName} para ${payee}`}
        aria-haspopup="dialog"
        onClick={() => onDecide('approved', review)}
        {...rowAction}
      >
        Liberar
      </Button>
      <Button
        colorPalette="negative"
        aria-label={`Recusar o pagamento de ${clientName} para ${payee}`}
        aria-haspopup="dialog"
        onClick={() => onDecide('refused', review)}
        {...rowAction}
      >
        Recusar
      </Button>
    </Flex>
  );
}
