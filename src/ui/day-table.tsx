import { chakra, VisuallyHidden } from '@chakra-ui/react';
import type { ReactNode } from 'react';

type DayTableProps<Day> = {
  days: readonly Day[];
  caption: string;
  name: (day: Day) => ReactNode;
  figures: readonly { name: string; of: (day: Day) => ReactNode }[];
};

export function DayTable<Day extends { day: string }>({ days, caption, name, figures }: DayTableProps<Day>) {
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
            {figures.map((figure) => (
              <chakra.th key={figure.name} scope="col" textAlign="end" {...head}>
                {figure.name}
              </chakra.th>
            ))}
          </chakra.tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <chakra.tr key={day.day} borderTop="1px solid" borderColor="border.muted" textStyle="sm">
              <chakra.th scope="row" textAlign="start" fontWeight="500" paddingBlock="1.5" className="num">
                {name(day)}
              </chakra.th>
              {figures.map((figure) => (
                <chakra.td key={figure.name} textAlign="end" paddingBlock="1.5" paddingInlineStart="3">
                  {figure.of(day)}
                </chakra.td>
              ))}
            </chakra.tr>
          ))}
        </tbody>
      </chakra.table>
    </chakra.section>
  );
}

const head = { fontWeight: '500', paddingBlock: '2', position: 'sticky', top: '0', bg: 'bg.panel' } as const;
