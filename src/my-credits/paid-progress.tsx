import { Flex, Progress, Stack, Text } from '@chakra-ui/react';
import type { Proposal } from './credits.ts';

/** How many instalments are paid, pending and overdue, as a bar and in figures. */
export function PaidProgress({ credit }: { credit: Proposal }) {
  const { paidInstallments: paid, overdueInstallments: overdue, totalInstallments: total } = credit;
  const counts = [
    { name: 'pagas', count: paid, color: 'positive.fg' },
    { name: 'pendentes', count: total - paid - overdue, color: 'fg.muted' },
    { name: 'atrasadas', count: overdue, color: overdue > 0 ? 'negative.fg' : 'fg.muted' },
  ];
  return (
    <Stack gap="2">
      <Progress.Root value={paid} max={total} size="md" colorPalette="accent" aria-label="Parcelas pagas">
        <Progress.Track>
          <Progress.Range />
        </Progress.Track>
      </Progress.Root>
      <Flex columnGap="5" rowGap="1" wrap="wrap" textStyle="sm">
        {counts.map(({ name, count, color }) => (
          <Text key={name} color={color}>
            <strong className="num">{count}</strong> {name}
          </Text>
        ))}
        <Text color="fg.muted">
          de <span className="num">{total}</span>
        </Text>
      </Flex>
    </Stack>
  );
}
