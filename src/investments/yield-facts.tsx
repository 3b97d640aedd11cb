import type { Redemption } from '#domain/investment/yield';
import { formatPercent } from '#domain/percent';
import { Facts, type FactsProps } from '../ui/fact.tsx';
import { Money } from '../ui/money.tsx';

/** The facts of `of` come first. Amounts always show: the customer is about to confirm them. */
export function YieldFacts({ paid, netName, of }: FactsProps & { paid: Redemption; netName: string }) {
  return (
    <Facts
      of={{
        ...of,
        'Valor bruto': <Money cents={paid.grossCents} exposed />,
        'Rendimento bruto': <Money cents={paid.yieldCents} signed exposed />,
        [paid.iofPercent > 0 ? `IOF (${paid.iofPercent}% do rendimento)` : 'IOF']: (
          <Money cents={0 - paid.iofCents} exposed />
        ),
        [`Imposto de renda (${formatPercent(paid.incomeTaxPercent)})`]: (
          <Money cents={0 - paid.incomeTaxCents} exposed />
        ),
        [netName]: <Money cents={paid.netCents} fontWeight="700" exposed />,
      }}
    />
  );
}
