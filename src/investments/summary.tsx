import { chakra, SimpleGrid, Skeleton } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { meanRatePercent } from '#domain/investment/forecast';
import { formatPercent } from '#domain/percent';
import type { RouterOutputs } from '../trpc.ts';
import { Money } from '../ui/money.tsx';
import { Loading } from '../ui/skeletons.tsx';

type SummaryProps = { page: RouterOutputs['investment']['list'] };

const COLUMNS = { base: 1, sm: 3 };

/** The three figures, of what is running. */
export function Summary({ page: { investments, totals } }: SummaryProps) {
  const rates = investments.filter(({ status }) => status === 'active').map(({ rate }) => rate);
  const mean = meanRatePercent(rates);
  return (
    <SimpleGrid as="dl" columns={COLUMNS} gap="4" margin="0">
      <Figure label="Total investido">
        <Money decimal={totals.invested} />
      </Figure>
      <Figure label="Rendimento esperado" hint="bruto, no vencimento">
        <Money decimal={totals.expectedYield} />
      </Figure>
      <Figure label="Taxa média anual">{mean === null ? '—' : formatPercent(mean)}</Figure>
    </SimpleGrid>
  );
}

/** One figure of a summary. */
function Figure({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <chakra.div bg="bg.panel" borderRadius="card" boxShadow="card" padding="5">
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

const PLACES = ['a', 'b', 'c'];

/** The three cards while they are counted. */
export function SummarySkeleton() {
  return (
    <Loading label="Carregando o resumo…">
      <SimpleGrid columns={COLUMNS} gap="4">
        {PLACES.map((place) => (
          <Skeleton key={place} height="24" borderRadius="card" />
        ))}
      </SimpleGrid>
    </Loading>
  );
}
