import { Flex, Progress, Stack, Text } from '@chakra-ui/react';
import type { Proposal } from './credits.ts';

export function PaidProgress({ credit }: { credit: Proposal }) {
  const { paidInstallments: paid, overdueInstallments: overdue, totalInstallments: total } = credit;
  const pending = total - paid - overdue;
  const counts = [
    { words: paid === 1 ? `de ${total} paga` : `de ${total} pagas`, count: paid, color: 'positive.fg' },
    { words: pending === 1 ? 'pendente' : 'pendentes', count: pending, color: 'fg.muted' },
    {
      words: overdue === 1 ? 'atrasada' : 'atrasadas',
      count: overdue,
      color: overdue > 0 ? 'negative.fg' : 'fg.muted',
    },
  ];
  return (
    <Stack gap="2">
      <Progress.Root value={paid} max={total} size="md" colorPalette="accent" aria-label="Parcelas pagas">
        <Progress.Track>
          <Progress.Range />
        </Progress.Track>
      </Progress.Root>
      <Flex columnGap="5" rowGap="1" wrap="wrap" textStyle="sm">
        {counts.map(({ words, count, color }) => (
          <Text key={words} color={color} className="num">
            <strong>{count}</strong> {words}
          </Text>
        ))}
      </Flex>
    </Stack>
  );
}
