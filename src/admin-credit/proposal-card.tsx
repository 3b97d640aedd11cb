import { Badge, Button, Card, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { FileSearch, Shield } from 'lucide-react';
import { isReviewOpen } from '#domain/credit/words';
import { formatPercent } from '#domain/percent';
import { formatDay } from '../ui/date.ts';
import { Figures } from '../ui/figure.tsx';
import { LookBadge } from '../ui/look-badge.tsx';
import { Money } from '../ui/money.tsx';
import { RiskLevelBadge } from '../ui/risk-level-badge.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import type { Proposal } from './use-proposals.ts';

type ProposalCardProps = { proposal: Proposal; onAnalyse: (proposal: Proposal) => void };

export function ProposalCard({ proposal, onAnalyse }: ProposalCardProps) {
  const { purpose, holder, status, amount, termMonths, monthlyPayment, interestRate } = proposal;
  const { aiRiskScore, aiRiskLevel, hasCollateral, createdAt } = proposal;
  return (
    <Card.Root as="li" minWidth="0">
      <Card.Body padding={{ base: '4', md: '5' }} gap="4">
        <Stack gap="1">
          <Flex justify="space-between" align="flex-start" gap="3">
            <Heading as="h2" size="md" fontWeight="600" overflowWrap="anywhere" minWidth="0">
              {purpose}
            </Heading>
            <StatusBadge status={status} />
          </Flex>
          <Text color="fg.muted" textStyle="sm" overflowWrap="anywhere">
            {holder?.name} · <span className="num">{formatDay(createdAt)}</span>
          </Text>
        </Stack>
        <Flex gap="2" wrap="wrap">
          <RiskLevelBadge level={aiRiskLevel} />
          {hasCollateral && <LookBadge label="Com garantia" variant="outline" icon={Shield} />}
          {isReviewOpen(proposal) && <Badge colorPalette="accent">Pediu revisão</Badge>}
        </Flex>
        <Figures
          across={2}
          rowGap="3"
          of={{
            Valor: <Money decimal={amount} />,
            Parcelas: (
              <>
                {termMonths} × <Money decimal={monthlyPayment} />
              </>
            ),
            Taxa: `${formatPercent(interestRate)} a.m.`,
            Pontuação: `${aiRiskScore} de 1000`,
          }}
        />
        <Button
          variant="outline"
          marginTop="auto"
          aria-haspopup="dialog"
          aria-label={`Analisar ${purpose}, de ${holder?.name}`}
          onClick={() => onAnalyse(proposal)}
        >
          <FileSearch size={18} aria-hidden />
          Analisar
        </Button>
      </Card.Body>
    </Card.Root>
  );
}
