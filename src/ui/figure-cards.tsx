import { chakra, Span } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { CardsSkeleton, Loading } from './skeletons.tsx';

/** Minimum width of a card: room for an amount in millions. */
const LEAST_WIDTH = 'min(100%, 15rem)';

/** Cards in a row; on a phone one panel with a line for each, so that what follows is in view. */
export function FigureCards({ children }: { children: ReactNode }) {
  return (
    <chakra.dl
      margin="0"
      mdDown={{ layerStyle: 'panel', paddingInline: '4' }}
      md={{ display: 'grid', gap: '4', gridTemplateColumns: `repeat(auto-fit, minmax(${LEAST_WIDTH}, 1fr))` }}
    >
      {children}
    </chakra.dl>
  );
}

const LINE = {
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: '3',
  paddingBlock: '2.5',
  borderTop: '1px solid',
  borderColor: 'border.muted',
  _first: { borderTop: 'none' },
} as const;

export function FigureCard({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <chakra.div md={{ layerStyle: 'panel', padding: '5' }} mdDown={LINE}>
      <chakra.dt color="fg.muted" textStyle="sm">
        {label}
        {hint !== undefined && (
          <Span color="fg.subtle" mdDown={{ display: 'block' }}>
            <Span hideBelow="md"> · </Span>
            {hint}
          </Span>
        )}
      </chakra.dt>
      <chakra.dd
        className="num"
        margin="0"
        fontFamily="heading"
        fontWeight="700"
        md={{ marginTop: '1', textStyle: '2xl', overflowWrap: 'anywhere' }}
        mdDown={{ textAlign: 'end', textStyle: 'lg' }}
      >
        {children}
      </chakra.dd>
    </chakra.div>
  );
}

export function FigureCardsSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <CardsSkeleton cards={3} height={{ base: '11', md: '24' }} minChildWidth={LEAST_WIDTH} />
    </Loading>
  );
}
