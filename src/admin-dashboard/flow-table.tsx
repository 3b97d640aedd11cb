import { chakra, VisuallyHidden } from '@chakra-ui/react';
import { formatDay } from '../ui/date.ts';
import { Money } from '../ui/money.tsx';
import type { Flow } from './flow-card.tsx';
import { FlowLink } from './flow-link.tsx';

/** The days of the chart in figures, today first; it scrolls by itself, also by keyboard. */
export function FlowTable({ flow, caption }: { flow: Flow; caption: string }) {
  return (
    <chakra.section
      aria-label={`${caption}, em tabela`}
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
              Entradas
            </chakra.th>
            <chakra.th scope="col" textAlign="end" {...head}>
              Saídas
            </chakra.th>
          </chakra.tr>
        </thead>
        <tbody>
          {flow.toReversed().map((one) => (
            <chakra.tr key={one.day} borderTop="1px solid" borderColor="border.muted" textStyle="sm">
              <chakra.th scope="row" textAlign="start" fontWeight="500" paddingBlock="1.5" className="num">
                <FlowLink from={one.day} to={one.day}>
                  {formatDay(one.day)}
                </FlowLink>
              </chakra.th>
              <chakra.td textAlign="end" paddingBlock="1.5" paddingInlineStart="3">
                <Money decimal={one.in} />
              </chakra.td>
              <chakra.td textAlign="end" paddingBlock="1.5" paddingInlineStart="3">
                <Money decimal={one.out} />
              </chakra.td>
            </chakra.tr>
          ))}
        </tbody>
      </chakra.table>
    </chakra.section>
  );
}

const head = { fontWeight: '500', paddingBlock: '2', position: 'sticky', top: '0', bg: 'bg.panel' } as const;
