import { chakra, SimpleGrid } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { CardsSkeleton, Loading } from './skeletons.tsx';

/** Minimum width of a card: room for an amount in millions. */
const LEAST_WIDTH = 'min(100%, 15rem)';

export function FigureCards({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid as="dl" minChildWidth={LEAST_WIDTH} gap="4" margin="0">
      {children}
    </SimpleGrid>
  );
}

export function FigureCard({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <chakra.div layerStyle="panel" padding="5">
      <chakra.dt color="fg.muted" textStyle="sm">
        {label}
        {hint !== undefined && <chakra.span color="fg.subtle"> · {hint}</chakra.span>}
      </chakra.dt>
      <chakra.dd
        className="num"
        margin="0"
        marginTop="1"
        fontFamily="heading"
        fontWeight="700"
        textStyle="2xl"
        overflowWrap="anywhere"
      >
        {children}
      </chakra.dd>
    </chakra.div>
  );
}

export function FigureCardsSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <CardsSkeleton cards={3} height="24" minChildWidth={LEAST_WIDTH} />
    </Loading>
  );
}
