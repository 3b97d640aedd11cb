import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { Section, type SectionProps } from './section.tsx';

type TableSectionProps<Row> = Omit<SectionProps, 'children'> &
  Omit<DataTableProps<Row>, 'label'> & { filters?: ReactNode };

export const TableSection = <Row,>({ title, text, id, filters, ...table }: TableSectionProps<Row>) => (
  <Section title={title} text={text} id={id}>
    {filters}
    <DataTable label={title} {...table} />
  </Section>
);
