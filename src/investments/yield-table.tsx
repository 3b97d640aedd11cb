import type { CurvePoint } from '#domain/investment/forecast';
import { formatDay } from '../ui/date.ts';
import { FigureTable } from '../ui/figure-table.tsx';
import { Money } from '../ui/money.tsx';

/** Rows are every fourth point of the curve, and the last one. */
const EVERY = 4;

export function YieldTable({ points }: { points: readonly CurvePoint[] }) {
  const shown = points.filter((_, place) => place % EVERY === 0 || place === points.length - 1);
  return (
    <FigureTable
      caption="Valor bruto e líquido por dia de resgate"
      titles={['Dia', 'Bruto', 'Líquido']}
      rows={shown.map(({ day, grossCents, netCents }) => ({
        key: day,
        cells: [
          formatDay(day),
          <Money key="gross" cents={grossCents} exposed />,
          <Money key="net" cents={netCents} fontWeight="600" exposed />,
        ],
      }))}
    />
  );
}
