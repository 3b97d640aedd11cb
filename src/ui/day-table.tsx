import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { FigureTable } from './figure-table.tsx';

type DayTableProps<Day> = {
  days: readonly Day[];
  caption: string;
  name: (day: Day) => ReactNode;
  figures: readonly { name: string; of: (day: Day) => ReactNode }[];
};

const STICKY = {
  fontWeight: '500',
  paddingBlock: '2',
  position: 'sticky',
  top: '0',
  bg: 'bg.panel',
} as const;

export function DayTable<Day extends { day: string }>({ days, caption, name, figures }: DayTableProps<Day>) {
  return (
    <chakra.section
      aria-label={`${caption}, em tabela`}
      tabIndex={0}
      maxHeight="22rem"
      overflowY="auto"
      borderRadius="control"
    >
      <FigureTable
        caption={caption}
        titles={['Dia', ...figures.map((figure) => figure.name)]}
        rows={days.map((day) => ({ key: day.day, cells: [name(day), ...figures.map(({ of }) => of(day))] }))}
        head={STICKY}
        cell={{ paddingBlock: '1.5' }}
      />
    </chakra.section>
  );
}
