import { meanRatePercent } from '#domain/investment/forecast';
import { formatPercent } from '#domain/percent';
import type { RouterOutputs } from '../trpc.ts';
import { FigureCard, FigureCards } from '../ui/figure-cards.tsx';
import { Money } from '../ui/money.tsx';

export function Summary({ page: { investments, totals } }: { page: RouterOutputs['investment']['list'] }) {
  const rates = investments.filter(({ status }) => status === 'active').map(({ rate }) => rate);
  const mean = meanRatePercent(rates);
  return (
    <FigureCards>
      <FigureCard label="Total investido">
        <Money decimal={totals?.invested ?? ''} />
      </FigureCard>
      <FigureCard label="Rendimento esperado" hint="bruto">
        <Money decimal={totals?.expectedYield ?? ''} />
      </FigureCard>
      <FigureCard label="Taxa média anual">{mean === null ? '—' : formatPercent(mean)}</FigureCard>
    </FigureCards>
  );
}
