import { SimpleGrid, type SimpleGridProps, Skeleton, Stack, VisuallyHidden } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Announced once, as "Carregando". */
export function Loading({ children, label = 'Carregando…' }: { children: ReactNode; label?: string }) {
  return (
    <div role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <div aria-hidden>{children}</div>
    </div>
  );
}

export function RowsSkeleton({ rows = 5, label }: { rows?: number; label?: string }) {
  return (
    <Loading label={label}>
      <Stack gap="3">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and in a fixed order
          <Skeleton key={row} height="11" borderRadius="control" />
        ))}
      </Stack>
    </Loading>
  );
}

type CardsSkeletonProps = Omit<SimpleGridProps, 'children' | 'height'> & {
  cards: number;
  height: string | Record<string, string>;
};

/** Placeholders for the cards of a grid. */
export const CardsSkeleton = ({ cards, height, ...grid }: CardsSkeletonProps) => (
  <SimpleGrid gap="4" {...grid}>
    {Array.from({ length: cards }, (_, card) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the cards are alike and in a fixed order
      <Skeleton key={card} height={height} borderRadius="card" />
    ))}
  </SimpleGrid>
);

export function FigureSkeleton({ label }: { label?: string }) {
  return (
    <Loading label={label}>
      <Skeleton height="9" width="60%" borderRadius="control" />
    </Loading>
  );
}
