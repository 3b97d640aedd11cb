import { Skeleton, Stack } from '@chakra-ui/react';
import { formatMonth } from '../ui/date.ts';
import { CardsSkeleton, Loading } from '../ui/skeletons.tsx';

export function ReviewSkeleton({ month }: { month: string | undefined }) {
  return (
    <Loading label={month ? `Carregando ${formatMonth(month)}…` : 'Carregando o mês…'}>
      <Stack gap="6">
        <CardsSkeleton cards={3} height="8.5rem" columns={{ base: 1, sm: 3 }} />
        <Skeleton height="28rem" borderRadius="card" />
        <CardsSkeleton cards={4} height="24rem" columns={{ base: 1, lg: 2 }} gap="6" />
      </Stack>
    </Loading>
  );
}
