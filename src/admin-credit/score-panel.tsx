import { chakra, Stack, Text } from '@chakra-ui/react';
import { isReviewOpen } from '#domain/credit/words';
import { AdviceList, ScorePoints } from '../shared-credit/score-points.tsx';
import { ScoreScale } from '../shared-credit/score-scale.tsx';
import { formatDay } from '../ui/date.ts';
import { Notice } from '../ui/notice.tsx';
import { RiskLevelBadge } from '../ui/risk-level-badge.tsx';
import { Panel } from './panel.tsx';
import type { Proposal } from './use-proposals.ts';

const percent = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 1 });

export function ScorePanel({ proposal }: { proposal: Proposal }) {
  const { aiRiskScore, aiRiskLevel, aiRiskAnalysis, explanation, reviewAskedAt, reviewedAt, reviewText } =
    proposal;
  const { probability, advice } = explanation;
  return (
    <Panel title="Análise automática" aside={<RiskLevelBadge level={aiRiskLevel} />}>
      {reviewAskedAt !== null && (
        <Notice
          status={isReviewOpen(proposal) ? 'warning' : 'info'}
          title={`O cliente pediu a revisão por uma pessoa em ${formatDay(reviewAskedAt)} (LGPD, art. 20).`}
        >
          {reviewedAt !== null && `Feita em ${formatDay(reviewedAt)}: ${reviewText}`}
        </Notice>
      )}
      <Text>
        <chakra.span className="num" textStyle="4xl" fontFamily="heading" fontWeight="700">
          {aiRiskScore}
        </chakra.span>{' '}
        <chakra.span color="fg.muted">de 1000</chakra.span>
      </Text>
      <ScoreScale score={aiRiskScore} level={aiRiskLevel} />
      <Text>{aiRiskAnalysis}</Text>
      {probability !== null && (
        <Text color="fg.muted" textStyle="sm">
          Probabilidade estimada de inadimplência, pela pessoa, sem a garantia:{' '}
          <strong className="num">{percent.format(probability)}</strong>. O cliente não vê este número.
        </Text>
      )}
      <Stack gap="5" paddingTop="2">
        <ScorePoints level="h4" explanation={explanation} score={aiRiskScore} />
        {advice.length > 0 && <AdviceList level="h4" advice={advice} />}
      </Stack>
    </Panel>
  );
}
