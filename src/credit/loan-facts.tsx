import { parseDecimal } from '#domain/money';
import { formatPercent } from '#domain/percent';
import { formatDay } from '../ui/date.ts';
import { Facts, type FactsProps } from '../ui/fact.tsx';
import { Money } from '../ui/money.tsx';
import type { Simulation } from './draft.ts';

/** The facts of `of` come first. */
export function LoanFacts({ simulation, of }: { simulation: Simulation; of?: FactsProps['of'] }) {
  const { totalAmount, netAmount, iof } = simulation;
  const [totalCents = 0, ...lentCents] = [totalAmount, netAmount, iof].map((text) => parseDecimal(text) ?? 0);
  // Computed from the simulation alone: the form may have changed since.
  const interestCents = lentCents.reduce((rest, cents) => rest - cents, totalCents);
  const first = simulation.schedule[0];
  return (
    <Facts
      of={{
        ...of,
        'Taxa de juros': `${formatPercent(simulation.interestRate)} a.m.`,
        Juros: <Money cents={interestCents} exposed />,
        'Total a pagar': <Money decimal={totalAmount} exposed />,
        'IOF, descontado na liberação': <Money decimal={iof} exposed />,
        'Você recebe na conta': <Money decimal={netAmount} fontWeight="700" exposed />,
        CET: `${formatPercent(simulation.cetMonthly)} a.m. · ${formatPercent(simulation.cetAnnual)} a.a.`,
        '1ª parcela, se liberado hoje': first && formatDay(first.dueDate),
      }}
    />
  );
}
