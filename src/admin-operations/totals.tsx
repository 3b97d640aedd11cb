import { chakra, SimpleGrid } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { STANDINGS, type Standing } from '#domain/credit/standing-words';
import type { RouterOutputs } from '../trpc.ts';
import { Money } from '../ui/money.tsx';
import { CardsSkeleton, Loading } from '../ui/skeletons.tsx';
import { STANDING_LOOKS } from '../ui/standing-badge.tsx';

const COLUMNS = { base: 6, md: 3, '2xl': 6 };
/** On a phone three counts, two counts, and the amount. */
const SPANS = {
  mdDown: {
    '& > *': { gridColumn: 'span 2' },
    '& > :nth-of-type(n + 4)': { gridColumn: 'span 3' },
    '& > div': {
      gridColumn: '1 / -1',
      flexDirection: 'row',
      flexWrap: 'wrap',
      alignItems: 'baseline',
      columnGap: '3',
    },
    '& > div > :nth-of-type(2)': { marginInlineStart: 'auto' },
  },
};
type TotalsProps = {
  totals: RouterOutputs['credit']['operations']['list']['totals'] | undefined;
  chosen: Standing | undefined;
  onChoose: (standing: Standing | undefined) => void;
};

/** Totals over the search results; each count of credits is a button that filters by its standing. */
export function Totals({ totals, chosen, onChoose }: TotalsProps) {
  if (!totals)
    return (
      <Loading label="Somando as operações…">
        <CardsSkeleton cards={6} height="24" columns={COLUMNS} />
      </Loading>
    );
  return (
    <SimpleGrid
      role="group"
      aria-label="Totais, que também filtram"
      columns={COLUMNS}
      gap={{ base: '2', md: '4' }}
      css={SPANS}
    >
      <CountButton
        label="Total"
        count={totals.total}
        isChosen={!chosen}
        onChoose={() => onChoose(undefined)}
      />
      {STANDINGS.map((standing) => (
        <CountButton
          key={standing}
          label={STANDING_LOOKS[standing].label}
          palette={STANDING_LOOKS[standing].palette}
          count={totals[standing]}
          isChosen={chosen === standing}
          onChoose={() => onChoose(chosen === standing ? undefined : standing)}
        />
      ))}
      <chakra.div {...card}>
        <Name>Saldo devedor</Name>
        <Figure>
          <Money decimal={totals.outstanding} />
        </Figure>
        {totals.principal !== null && (
          <chakra.span className="num" color="fg.muted" textStyle={{ base: 'xs', md: 'sm' }}>
            principal <Money decimal={totals.principal} />
          </chakra.span>
        )}
      </chakra.div>
    </SimpleGrid>
  );
}

const card = {
  display: 'flex',
  flexDirection: 'column',
  minWidth: '0',
  layerStyle: 'panel',
  padding: { base: '2.5', md: '5' },
  textAlign: 'start',
  borderWidth: '2px',
  borderColor: 'transparent',
  // The dark theme's line around a panel lies inside this border.
  _dark: { backgroundClip: 'padding-box' },
} as const;

type CountButtonProps = {
  label: string;
  palette?: string;
  count: number;
  isChosen: boolean;
  onChoose: () => void;
};

function CountButton({ label, palette = 'brand', count, isChosen, onChoose }: CountButtonProps) {
  return (
    <chakra.button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      {...card}
      cursor="pointer"
      borderColor={isChosen ? 'brand.solid' : 'transparent'}
      _hover={{ borderColor: isChosen ? 'brand.solid' : 'border.emphasized' }}
      _focusVisible={{ outline: '3px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' }}
    >
      <Name palette={palette}>{label}</Name>
      <Figure>{count.toLocaleString('pt-BR')}</Figure>
    </chakra.button>
  );
}

function Name({ palette, children }: { palette?: string; children: string }) {
  return (
    <chakra.span
      display="flex"
      alignItems="center"
      gap={{ base: '1.5', md: '2' }}
      color="fg.muted"
      textStyle={{ base: 'xs', md: 'sm' }}
    >
      {palette && (
        <chakra.span aria-hidden boxSize="2" borderRadius="pill" bg={`${palette}.solid`} flexShrink={0} />
      )}
      {children}
    </chakra.span>
  );
}

function Figure({ children }: { children: ReactNode }) {
  return (
    <chakra.span
      className="num"
      marginTop={{ base: '0', md: '1' }}
      fontFamily="heading"
      fontWeight="700"
      textStyle={{ base: 'lg', md: '2xl' }}
      overflowWrap="anywhere"
    >
      {children}
    </chakra.span>
  );
}
