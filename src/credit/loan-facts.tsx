import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { parseDecimal } from '#domain/money';
import { formatPercent } from '#domain/percent';
import { formatDay } from '../ui/date.ts';
import { Fact } from '../ui/fact.tsx';
import { Money } from '../ui/money.tsx';
import type { Simulation } from './draft.ts';

type LoanFactsProps = {
  simulation: Simulation;
  children?: ReactNode;
};

export function LoanFacts({ simulation, children }: LoanFactsProps) {
  const { totalAmount, netAmount, iof } = simulation;
  const [totalCents = 0, ...lentCents] = [totalAmount, netAmount, iof].map((text) => parseDecimal(text) ?? 0);
  // From the simulation alone: the form may be ahead of it.
  const interestCents = lentCents.reduce((rest, cents) => rest - cents, totalCents);
  const first = simulation.schedule[0];
  return (
    <chakra.dl margin="0">
      {children}
      <Fact name="Taxa de juros">
        <span className="num">{formatPercent(simulation.interestRate)} a.m.</span>
      </Fact>
      <Fact name="Juros">
        <Money cents={interestCents} exposed />
      </Fact>
      <Fact name="Total a pagar">
        <Money decimal={simulation.totalAmount} exposed />
      </Fact>
      <Fact name="IOF, descontado na liberação">
        <Money decimal={simulation.iof} exposed />
      </Fact>
      <Fact name="Você recebe na conta">
        <Money decimal={simulation.netAmount} fontWeight="700" exposed />
      </Fact>
      <Fact name="CET">
        <span className="num">
          {formatPercent(simulation.cetMonthly)} a.m. · {formatPercent(simulation.cetAnnual)} a.a.
        </span>
      </Fact>
      {first && (
        <Fact name="1ª parcela, se liberado hoje">
          <span className="num">{formatDay(first.dueDate)}</span>
        </Fact>
      )}
    </chakra.dl>
  );
}
