import { chakra, VisuallyHidden } from '@chakra-ui/react';
import type { CurvePoint } from '#domain/investment/forecast';
import { formatDay } from '../ui/date.ts';
import { Money } from '../ui/money.tsx';

/** Every fourth point of the curve is a row, and the last one. */
const EVERY = 4;

export function YieldTable({ points }: { points: readonly CurvePoint[] }) {
  const rows = points.filter((_, place) => place % EVERY === 0 || place === points.length - 1);
  return (
    <chakra.table width="100%" borderCollapse="collapse" textStyle="sm" className="num">
      <VisuallyHidden asChild>
        <caption>Valor bruto e líquido por dia de resgate</caption>
      </VisuallyHidden>
      <thead>
        <chakra.tr color="fg.muted">
          {['Dia', 'Bruto', 'Líquido'].map((title, place) => (
            <chakra.th
              key={title}
              scope="col"
              fontWeight="500"
              paddingBlock="2"
              textAlign={place === 0 ? 'start' : 'end'}
            >
              {title}
            </chakra.th>
          ))}
        </chakra.tr>
      </thead>
      <tbody>
        {rows.map(({ day, grossCents, netCents }) => (
          <chakra.tr key={day} borderTop="1px solid" borderColor="border.muted">
            <chakra.th scope="row" fontWeight="500" textAlign="start" paddingBlock="2">
              {formatDay(day)}
            </chakra.th>
            <chakra.td textAlign="end" paddingBlock="2">
              <Money cents={grossCents} exposed />
            </chakra.td>
            <chakra.td textAlign="end" paddingBlock="2" fontWeight="600">
              <Money cents={netCents} exposed />
            </chakra.td>
          </chakra.tr>
        ))}
      </tbody>
    </chakra.table>
  );
}
