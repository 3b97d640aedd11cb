import { Grid, Skeleton, Stack } from '@chakra-ui/react';
import { formatMonth } from '../ui/date.ts';
import { Loading } from '../ui/skeletons.tsx';

const FIGURES = ['in', 'out', 'net'];
const CARDS = ['out', 'in', 'largest', 'costs'];

export function ReviewSkeleton({ month }: { month: string | undefined }) {
  return (
    <Loading label={month ? `Carregando ${formatMonth(month)}…` : 'Carregando o mês…'}>
      <Stack gap="6">
        <Grid gap="4" templateColumns={{ base: '1fr', sm: 'repeat(3, 1fr)' }}>
          {FIGURES.map((figure) => (
            <Skeleton key={figure} height="8.5rem" borderRadius="card" />
          ))}
        </Grid>
        <Skeleton height="28rem" borderRadius="card" />
        <Grid gap="6" templateColumns={{ base: '1fr', lg: '1fr 1fr' }}>
          {CARDS.map((card) => (
            <Skeleton key={card} height="24rem" borderRadius="card" />
          ))}
        </Grid>
      </Stack>
    </Loading>
  );
}
