import { Button, chakra, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { UserRoundSearch } from 'lucide-react';
import { REVIEWABLE } from '#domain/credit/words';
import { AdviceList, ScorePoints } from '../shared-credit/score-points.tsx';
import { ScoreScale } from '../shared-credit/score-scale.tsx';
import { trpc } from '../trpc.ts';
import { formatDay } from '../ui/date.ts';
import { useFocusBack } from '../ui/focus-back.ts';
import { RiskLevelBadge } from '../ui/risk-level-badge.tsx';
import { toast, toastError } from '../ui/toast.ts';
import type { Proposal } from './draft.ts';

export function AnalysisCard({ proposal }: { proposal: Proposal }) {
  const { aiRiskScore, aiRiskLevel, aiRiskAnalysis, explanation } = proposal;
  return (
    <Stack gap="5" bg="bg.subtle" borderRadius="card" padding={{ base: '4', md: '5' }}>
      <Flex align="center" justify="space-between" gap="3" wrap="wrap">
        <Heading as="h4" size="md" fontWeight="600">
          Análise automática
        </Heading>
        <RiskLevelBadge level={aiRiskLevel} />
      </Flex>
      <Text color="fg.muted" maxWidth="65ch">
        É uma estimativa por pontuação estatística, feita por um programa com os dados da proposta e da sua
        conta. Ela define a taxa sugerida; quem decide é uma pessoa.
      </Text>
      <Stack gap="3">
        <Text>
          <chakra.span className="num" textStyle="4xl" fontFamily="heading" fontWeight="700">
            {aiRiskScore}
          </chakra.span>{' '}
          <chakra.span color="fg.muted">de 1000</chakra.span>
        </Text>
        <ScoreScale score={aiRiskScore} level={aiRiskLevel} />
      </Stack>
      <Text maxWidth="75ch">{aiRiskAnalysis}</Text>
      <ScorePoints level="h5" explanation={explanation} score={aiRiskScore} />
      {explanation.advice.length > 0 && <AdviceList level="h5" advice={explanation.advice} />}
      <Review proposal={proposal} />
    </Stack>
  );
}

/** LGPD, art. 20: the right to human review of an automated decision. */
function Review({ proposal }: { proposal: Proposal }) {
  const { id, status, reviewAskedAt, reviewedAt, reviewText } = proposal;
  const utils = trpc.useUtils();
  const review = trpc.credit.proposals.askReview.useMutation({
    onSuccess: async () => {
      toast({ title: 'Revisão pedida', description: 'Uma pessoa da nossa equipe vai rever a análise.' });
      await utils.credit.proposals.list.invalidate();
    },
    onError: (error) => toastError('Erro ao pedir revisão', error, 'Não foi possível pedir a revisão'),
  });
  const button = useFocusBack(review.isPending);
  if (reviewedAt !== null)
    return (
      <Stack gap="1">
        <Text fontWeight="600">Uma pessoa da nossa equipe reviu a análise em {formatDay(reviewedAt)}.</Text>
        <Text maxWidth="75ch" overflowWrap="anywhere">
          {reviewText}
        </Text>
      </Stack>
    );
  if (reviewAskedAt !== null)
    return (
      <Text role="status" fontWeight="600">
        Você pediu a revisão por uma pessoa em {formatDay(reviewAskedAt)}.
      </Text>
    );
  if (!REVIEWABLE.some((one) => one === status)) return null;
  return (
    <Button
      ref={button}
      variant="outline"
      alignSelf={{ md: 'start' }}
      height="auto"
      minHeight="11"
      paddingBlock="2"
      whiteSpace="normal"
      loading={review.isPending}
      loadingText="Pedindo…"
      onClick={() => review.mutate({ id })}
    >
      <UserRoundSearch size={18} aria-hidden />
      Pedir revisão por uma pessoa
    </Button>
  );
}
