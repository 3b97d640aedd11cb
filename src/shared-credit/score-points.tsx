import { Badge, chakra, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { Lightbulb } from 'lucide-react';
import { formatPercent } from '#domain/percent';
import type { RouterOutputs } from '../trpc.ts';
import { Facts } from '../ui/fact.tsx';

type Explanation = RouterOutputs['credit']['proposals']['startAnalysis']['explanation'];
type Level = { level: 'h4' | 'h5' };

const signed = (points: number): string => (points > 0 ? `+${points}` : String(points).replace('-', '−'));

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function ScorePoints({
  explanation,
  score,
  level,
}: Level & { explanation: Explanation; score: number }) {
  const { base, reasons, limitAdjustment, policyAdjustment, version, comparisonRate } = explanation;
  return (
    <Stack gap="2">
      <Heading as={level} size="sm" fontWeight="600">
        Como a pontuação foi feita
      </Heading>
      <Facts
        of={{
          'Ponto de partida': base,
          ...Object.fromEntries(
            reasons.map(({ attribute, text, points }) => [
              capitalised(text),
              <chakra.span key={attribute} color={colorOf(points)}>
                {signed(points)}
              </chakra.span>,
            ]),
          ),
          'Ajuste aos limites da escala': limitAdjustment !== 0 && signed(limitAdjustment),
          'Ajuste da política de garantia': signed(policyAdjustment),
          Pontuação: <strong>{score}</strong>,
        }}
      />
      <Text color="fg.muted" textStyle="sm">
        A parcela e o comprometimento da renda contam à taxa de referência de {formatPercent(comparisonRate)}{' '}
        ao mês, igual para todas as propostas com a mesma garantia. Modelo {version}
      </Text>
    </Stack>
  );
}

function colorOf(points: number): string | undefined {
  if (points === 0) return undefined;
  return points > 0 ? 'positive.fg' : 'negative.fg';
}

export function AdviceList({ advice, level }: Level & { advice: Explanation['advice'] }) {
  return (
    <Stack gap="2">
      <Heading as={level} size="sm" fontWeight="600">
        O que melhora
      </Heading>
      <Stack as="ul" gap="2" listStyleType="none">
        {advice.map(({ kind, text, gain }) => (
          <Flex as="li" key={kind} gap="3" align="flex-start">
            <chakra.span color="accent.fg" paddingTop="0.5">
              <Lightbulb size={18} aria-hidden />
            </chakra.span>
            <Text flex="1">{capitalised(text)}.</Text>
            <Badge colorPalette="positive" className="num">
              {signed(gain)}
            </Badge>
          </Flex>
        ))}
      </Stack>
    </Stack>
  );
}
