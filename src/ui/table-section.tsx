import { DataTable, type DataTableProps } from './data-table.tsx';
import { Section, type SectionProps } from './section.tsx';

type TableSectionProps<Row> = Omit<SectionProps, 'children'> & Omit<DataTableProps<Row>, 'label'>;

export const TableSection = <Row,>({ title, text, id, ...table }: TableSectionProps<Row>) => (
  <Section title={title} text={text} id={id}>
    <DataTable label={title} {...table} />
  </Section>
);
