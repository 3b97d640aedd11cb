import { chakra, VisuallyHidden } from '@chakra-ui/react';
import { formatDay } from '../ui/date.ts';
import { Money } from '../ui/money.tsx';
import type { Review } from './month-review-page.tsx';

/** The days of the chart in figures; it scrolls by itself, also by keyboard. */
export function BalanceTable({ days, caption }: { days: Review['days']; caption: string }) {
  return (
    <chakra.section
      aria-label={caption}
      tabIndex={0}
      maxHeight="22rem"
      overflowY="auto"
      borderRadius="control"
    >
      <chakra.table width="100%" borderCollapse="collapse">
        <VisuallyHidden asChild>
          <caption>{caption}</caption>
        </VisuallyHidden>
        <thead>
          <chakra.tr color="fg.muted" textStyle="sm">
            <chakra.th scope="col" textAlign="start" {...head}>
              Dia
            </chakra.th>
            <chakra.th scope="col" textAlign="end" {...head}>
              Saldo no fim do dia
            </chakra.th>
          </chakra.tr>
        </thead>
        <tbody>
          {days.map(({ day, balance }) => (
            <chakra.tr key={day} borderTop="1px solid" borderColor="border.muted" textStyle="sm">
              <chakra.th scope="row" textAlign="start" fontWeight="500" paddingBlock="1.5" className="num">
                {formatDay(day)}
              </chakra.th>
              <chakra.td textAlign="end" paddingBlock="1.5" paddingInlineStart="3">
                <Money decimal={balance} />
              </chakra.td>
            </chakra.tr>
          ))}
        </tbody>
      </chakra.table>
    </chakra.section>
  );
}

const head = { fontWeight: '500', paddingBlock: '2', position: 'sticky', top: '0', bg: 'bg.panel' } as const;
