import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { NEUTRAL_FLOW_LABELS, type NeutralFlow } from '#domain/ledger/flow';
import { Money } from '../ui/money.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import type { Review } from './review.ts';

const REASONS: Record<NeutralFlow, string> = {
  own: 'O dinheiro continua seu: aplicações, resgates e o que foi para a conta externa ou voltou dela.',
  loan: 'É dinheiro emprestado. As parcelas contam como saída quando são pagas.',
  undone: 'O valor saiu e voltou, ou entrou e foi estornado.',
};

/** Movements that are in no other figure of the month; renders nothing if there are none. */
export function NeutralCard({ review: { neutral } }: { review: Review }) {
  if (neutral.length === 0) return null;
  const title = 'Não conta como entrada nem saída';
  return (
    <SectionCard title={title}>
      <Stack as="ul" listStyleType="none" gap="4" margin="0" padding="0" aria-label={title}>
        {neutral.map(({ flow, amount, count }) => (
          <Flex as="li" key={flow} justify="space-between" gap="4" align="baseline">
            <Stack gap="0" minWidth="0">
              <Text fontWeight="600">{NEUTRAL_FLOW_LABELS[flow]}</Text>
              <Text color="fg.muted" textStyle="sm">
                <span className="num">{count === 1 ? '1 movimentação' : `${count} movimentações`}</span>.{' '}
                {REASONS[flow]}
              </Text>
            </Stack>
            <chakra.span flexShrink="0">
              <Money decimal={amount} fontWeight="600" />
            </chakra.span>
          </Flex>
        ))}
      </Stack>
    </SectionCard>
  );
}
