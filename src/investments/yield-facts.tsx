import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { Redemption } from '#domain/investment/yield';
import { formatPercent } from '#domain/percent';
import { Fact } from '../ui/fact.tsx';
import { Money } from '../ui/money.tsx';

type YieldFactsProps = {
  paid: Redemption;
  netName: string;
  /** Shows amounts even if they are hidden elsewhere: the customer is about to confirm them. */
  exposed?: boolean;
  children?: ReactNode;
};

export function YieldFacts({ paid, netName, exposed, children }: YieldFactsProps) {
  return (
    <chakra.dl margin="0">
      {children}
      <Fact name="Valor bruto">
        <Money cents={paid.grossCents} exposed={exposed} />
      </Fact>
      <Fact name="Rendimento bruto">
        <Money cents={paid.yieldCents} signed exposed={exposed} />
      </Fact>
      <Fact name={paid.iofPercent > 0 ? `IOF (${paid.iofPercent}% do rendimento)` : 'IOF'}>
        <Money cents={0 - paid.iofCents} exposed={exposed} />
      </Fact>
      <Fact name={`Imposto de renda (${formatPercent(paid.incomeTaxPercent)})`}>
        <Money cents={0 - paid.incomeTaxCents} exposed={exposed} />
      </Fact>
      <Fact name={netName}>
        <Money cents={paid.netCents} fontWeight="700" exposed={exposed} />
      </Fact>
    </chakra.dl>
  );
}
