import { Flex, Skeleton, Stack } from '@chakra-ui/react';
import { PenLine } from 'lucide-react';
import { useId, useState } from 'react';
import { monthsInWords } from '#domain/credit/words';
import { formatPercent } from '#domain/percent';
import { formatDay } from '../ui/date.ts';
import { Figures } from '../ui/figure.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { PanelItem } from '../ui/panel-item.tsx';
import { part } from '../ui/part.tsx';
import { Loading } from '../ui/skeletons.tsx';
import { StandingBadge } from '../ui/standing-badge.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { UnfoldButton } from '../ui/unfold-button.tsx';
import type { Proposal } from './draft.ts';
import { Timeline } from './timeline.tsx';

const AnalysisCard = part('AnalysisCard', () => import('./analysis-card.tsx'), {
  loading: (
    <Loading label="Abrindo a análise…">
      <Skeleton height="24rem" borderRadius="card" />
    </Loading>
  ),
});

export function ProposalList({ proposals }: { proposals: readonly Proposal[] }) {
  return (
    <Stack as="ul" gap="4" listStyleType="none" aria-label="Minhas Propostas">
      {proposals.map((proposal) => (
        <ProposalItem key={proposal.id} proposal={proposal} />
      ))}
    </Stack>
  );
}

function ProposalItem({ proposal }: { proposal: Proposal }) {
  const [showsAnalysis, setShowsAnalysis] = useState(false);
  const analysisId = useId();
  return (
    <PanelItem
      id={`proposta-${proposal.id}`}
      tabIndex={-1}
      scrollMarginTop="24"
      title={proposal.purpose}
      level="h3"
      detail={<>Enviada em {formatDay(proposal.createdAt)}</>}
      badge={
        proposal.standing === 'finalizado' ? (
          <StandingBadge standing="finalizado" />
        ) : (
          <StatusBadge status={proposal.status} />
        )
      }
    >
      <Figures
        across={5}
        of={{
          Valor: <Money decimal={proposal.amount} />,
          Prazo: monthsInWords(proposal.termMonths),
          Parcela: <Money decimal={proposal.monthlyPayment} />,
          Total: <Money decimal={proposal.totalAmount} />,
          Taxa: `${formatPercent(proposal.interestRate)} a.m.`,
        }}
      />
      <Timeline proposal={proposal} />
      <Flex gap="3" wrap="wrap">
        <NextAct proposal={proposal} />
        <UnfoldButton
          variant="outline"
          isOpen={showsAnalysis}
          controls={analysisId}
          onClick={() => setShowsAnalysis(!showsAnalysis)}
        >
          Análise automática
        </UnfoldButton>
      </Flex>
      <div id={analysisId} hidden={!showsAnalysis}>
        {showsAnalysis && <AnalysisCard proposal={proposal} />}
      </div>
    </PanelItem>
  );
}

function NextAct({ proposal: { status } }: { proposal: Proposal }) {
  if (status === 'approved')
    return (
      <LinkButton to="/client/contracts" search={{ situacao: 'pending_signature' }}>
        <PenLine size={18} aria-hidden />
        Assinar contrato
      </LinkButton>
    );
  if (status === 'active' || status === 'defaulted')
    return <LinkButton to="/client/my-credits">Ver parcelas</LinkButton>;
  return null;
}
