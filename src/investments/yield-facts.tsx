import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { Redemption } from '#domain/investment/yield';
import { formatPercent } from '#domain/percent';
import { Fact } from '../ui/fact.tsx';
import { Money } from '../ui/money.tsx';

type YieldFactsProps = {
  paid: Redemption;
  /** What the net amount is called: "Líquido no vencimento". */
  netName: string;
  /** What one is about to confirm shows although amounts are hidden. */
  exposed?: boolean;
  /** Facts before these. */
  children?: ReactNode;
};

/** How a gross amount comes to a net one: yield, taxes, what is left. */
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
