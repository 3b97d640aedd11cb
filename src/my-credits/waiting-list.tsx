import { Stack } from '@chakra-ui/react';
import { monthsInWords } from '#domain/credit/words';
import { formatPercent } from '#domain/percent';
import { formatDay } from '../ui/date.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Figures } from '../ui/figure.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { PanelItem } from '../ui/panel-item.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import type { Proposal } from './credits.ts';

export function WaitingList({ proposals }: { proposals: readonly Proposal[] }) {
  if (proposals.length === 0)
    return (
      <EmptyState
        title="Nenhuma proposta em análise"
        description="Quando você enviar uma proposta, ela aparece aqui até a decisão."
        action={<LinkButton to="/client/credit">Simular um crédito</LinkButton>}
      />
    );
  return (
    <Stack as="ul" gap="4" listStyleType="none" aria-label="Em análise">
      {proposals.map((proposal) => (
        <PanelItem
          key={proposal.id}
          title={proposal.purpose}
          level="h2"
          detail={<>Enviada em {formatDay(proposal.createdAt)}</>}
          badge={<StatusBadge status={proposal.status} />}
          gap="4"
        >
          <Figures
            of={{
              Valor: <Money decimal={proposal.amount} />,
              Prazo: monthsInWords(proposal.termMonths),
              Parcela: <Money decimal={proposal.monthlyPayment} />,
              Taxa: `${formatPercent(proposal.interestRate)} a.m.`,
            }}
          />
          <Notice
            status="info"
            title="Nossa equipe está analisando sua proposta. Você receberá uma notificação com a decisão."
          />
        </PanelItem>
      ))}
    </Stack>
  );
}
