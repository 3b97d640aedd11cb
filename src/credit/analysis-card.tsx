import { Badge, Button, chakra, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { Lightbulb, UserRoundSearch } from 'lucide-react';
import { trpc } from '../trpc.ts';
import { formatDay } from '../ui/date.ts';
import { Fact } from '../ui/fact.tsx';
import { useFocusBack } from '../ui/focus-back.ts';
import { RiskLevelBadge } from '../ui/risk-level-badge.tsx';
import { ScoreScale } from '../ui/score-scale.tsx';
import { toast, toastError } from '../ui/toast.ts';
import type { Proposal } from './draft.ts';

const signed = (points: number): string => (points > 0 ? `+${points}` : String(points).replace('-', '−'));

/** What the automatic analysis came to, why, what would help, and the right to have a person look at it. */
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
      <Points explanation={explanation} score={aiRiskScore} />
      {explanation.advice.length > 0 && <AdviceList advice={explanation.advice} />}
      <Review proposal={proposal} />
    </Stack>
  );
}

type Explanation = Proposal['explanation'];

/** The sum as it was made: where it starts, each attribute, the bank's rule. */
function Points({ explanation, score }: { explanation: Explanation; score: number }) {
  const { base, reasons, limitAdjustment, policyAdjustment, version } = explanation;
  return (
    <Stack gap="2">
      <Heading as="h5" size="sm" fontWeight="600">
        Como a pontuação foi feita
      </Heading>
      <chakra.dl margin="0">
        <Fact name="Ponto de partida">
          <span className="num">{base}</span>
        </Fact>
        {reasons.map(({ attribute, text, points }) => (
          <Fact key={attribute} name={text.charAt(0).toUpperCase() + text.slice(1)}>
            <chakra.span className="num" color={colorOf(points)}>
              {signed(points)}
            </chakra.span>
          </Fact>
        ))}
        {limitAdjustment !== 0 && (
          <Fact name="Ajuste aos limites da escala">
            <span className="num">{signed(limitAdjustment)}</span>
          </Fact>
        )}
        <Fact name="Ajuste da política de garantia">
          <span className="num">{signed(policyAdjustment)}</span>
        </Fact>
        <Fact name="Pontuação">
          <strong className="num">{score}</strong>
        </Fact>
      </chakra.dl>
      <Text color="fg.muted" textStyle="sm">
        Modelo {version}
      </Text>
    </Stack>
  );
}

function colorOf(points: number): string | undefined {
  if (points === 0) return undefined;
  return points > 0 ? 'positive.fg' : 'negative.fg';
}

function AdviceList({ advice }: { advice: Explanation['advice'] }) {
  return (
    <Stack gap="2">
      <Heading as="h5" size="sm" fontWeight="600">
        O que melhora
      </Heading>
      <Stack as="ul" gap="2" listStyleType="none">
        {advice.map(({ kind, text, gain }) => (
          <Flex as="li" key={kind} gap="3" align="flex-start">
            <chakra.span color="accent.fg" paddingTop="0.5">
              <Lightbulb size={18} aria-hidden />
            </chakra.span>
            <Text flex="1">{text.charAt(0).toUpperCase() + text.slice(1)}.</Text>
            <Badge colorPalette="positive" className="num">
              {signed(gain)}
            </Badge>
          </Flex>
        ))}
      </Stack>
    </Stack>
  );
}

/** LGPD, art. 20: a person looks at what a machine concluded. */
function Review({ proposal: { id, reviewAskedAt } }: { proposal: Proposal }) {
  const utils = trpc.useUtils();
  const review = trpc.credit.proposals.askReview.useMutation({
    onSuccess: async () => {
      toast({ title: 'Revisão pedida', description: 'Uma pessoa da nossa equipe vai rever a análise.' });
      await utils.credit.proposals.list.invalidate();
    },
    onError: (error) => toastError('Erro ao pedir revisão', error, 'Não foi possível pedir a revisão'),
  });
  const button = useFocusBack(review.isPending);
  if (reviewAskedAt !== null)
    return (
      <Text role="status" fontWeight="600">
        Você pediu a revisão por uma pessoa em {formatDay(reviewAskedAt)}.
      </Text>
    );
  return (
    <Button
      ref={button}
      variant="outline"
      alignSelf={{ md: 'start' }}
      loading={review.isPending}
      loadingText="Pedindo…"
      onClick={() => review.mutate({ id })}
    >
      <UserRoundSearch size={18} aria-hidden />
      Pedir revisão por uma pessoa
    </Button>
  );
}
