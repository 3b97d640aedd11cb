import { Box, chakra, Text } from '@chakra-ui/react';
import { Check, Clock, X } from 'lucide-react';
import { CLOSED, SIGNATURE_DAYS, UNDECIDED } from '#domain/credit/words';
import { addDays } from '#domain/date';
import { dayOf, formatDay } from '../ui/date.ts';
import type { Proposal } from './draft.ts';

type Stage = { title: string; text: string; state: 'done' | 'now' | 'later' | 'refused' };

const isOneOf = (statuses: readonly string[], status: string): boolean => statuses.includes(status);

function stagesOf(proposal: Proposal): [sent: Stage, analysis: Stage, decision: Stage] {
  const { status, createdAt } = proposal;
  const isUndecided = isOneOf(UNDECIDED, status);
  return [
    { title: 'Enviada', text: formatDay(createdAt), state: 'done' },
    {
      title: 'Em análise',
      text: isUndecided ? analysisText(status) : 'Concluída',
      state: isUndecided ? 'now' : 'done',
    },
    {
      title: 'Decisão',
      text: decisionText(proposal),
      state: isUndecided ? 'later' : isOneOf(CLOSED, status) ? 'refused' : 'done',
    },
  ];
}

const analysisText = (status: Proposal['status']): string =>
  status === 'pending' ? 'Na fila da nossa equipe' : 'Uma pessoa está analisando';

function decisionText({ status, decidedAt, decisionReason, paidOutDate }: Proposal): string {
  const decidedOn = decidedAt === null ? '' : ` em ${formatDay(decidedAt)}`;
  switch (status) {
    case 'pending':
    case 'under_analysis':
      return 'Avisaremos por notificação e e-mail';
    case 'approved':
      return decidedAt === null
        ? 'Aprovada'
        : `Aprovada${decidedOn}. Assine até ${formatDay(addDays(dayOf(decidedAt), SIGNATURE_DAYS))}.`;
    case 'rejected':
      return `Rejeitada${decidedOn}${decisionReason ? `: ${decisionReason}` : ''}`;
    case 'cancelled':
      return 'Cancelada: o contrato não foi assinado a tempo';
    case 'active':
    case 'defaulted':
      return `Aprovada${decidedOn}${paidOutDate ? `, liberada em ${formatDay(paidOutDate)}` : ''}`;
  }
}

const LOOKS = {
  done: { icon: Check, bg: 'brand.solid', color: 'brand.contrast', says: 'concluída' },
  now: { icon: Clock, bg: 'accent.solid', color: 'accent.contrast', says: 'em curso' },
  later: { icon: Clock, bg: 'bg.emphasized', color: 'fg.muted', says: 'a seguir' },
  refused: { icon: X, bg: 'negative.solid', color: 'negative.contrast', says: 'encerrada' },
} as const;

/** enviada → em análise → decisão. */
export function Timeline({ proposal }: { proposal: Proposal }) {
  return (
    <chakra.ol
      aria-label="Andamento"
      listStyleType="none"
      display="grid"
      gridTemplateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }}
      gap={{ base: '3', md: '4' }}
    >
      {stagesOf(proposal).map(({ title, text, state }) => {
        const { icon: StageIcon, bg, color, says } = LOOKS[state];
        return (
          <chakra.li key={title} display="flex" gap="3" aria-current={state === 'now' ? 'step' : undefined}>
            <Box layerStyle="disc" boxSize="7" bg={bg} color={color}>
              <StageIcon size={16} role="img" aria-label={says} />
            </Box>
            <Box minWidth="0">
              <Text fontWeight="600">{title}</Text>
              <Text color="fg.muted" textStyle="sm" overflowWrap="anywhere">
                {text}
              </Text>
            </Box>
          </chakra.li>
        );
      })}
    </chakra.ol>
  );
}
