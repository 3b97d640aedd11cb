import { chakra, type HTMLChakraProps, VisuallyHidden } from '@chakra-ui/react';
import type { ReactNode } from 'react';

type CellStyle = Pick<HTMLChakraProps<'td'>, 'padding' | 'paddingBlock' | 'whiteSpace'>;

type FigureTableProps = Omit<HTMLChakraProps<'table'>, 'children' | 'rows'> & {
  /** For screen readers; none if the surroundings name the table. */
  caption?: string;
  titles: readonly string[];
  /** Cells in the order of the titles; the first names the row. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  /** Number of leading columns aligned at their start; the others are figures, aligned at their end. */
  starts?: number;
  head?: Pick<HTMLChakraProps<'th'>, 'fontWeight' | 'paddingBlock' | 'position' | 'top' | 'bg'>;
  cell?: CellStyle;
};

/** A table of figures without sorting or a narrow layout; `DataTable` has both. */
export function FigureTable({
  caption,
  titles,
  rows,
  starts = 1,
  head = { fontWeight: '500' },
  cell = { paddingBlock: '2' },
  ...table
}: FigureTableProps) {
  const align = (place: number) => (place < starts ? 'start' : 'end');
  return (
    <chakra.table width="100%" borderCollapse="collapse" textStyle="sm" className="num" {...table}>
      {caption && (
        <VisuallyHidden asChild>
          <caption>{caption}</caption>
        </VisuallyHidden>
      )}
      <thead>
        <chakra.tr color="fg.muted" textStyle="sm">
          {titles.map((title, place) => (
            <chakra.th key={title} scope="col" textAlign={align(place)} {...cell} {...head}>
              {title}
            </chakra.th>
          ))}
        </chakra.tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...figures] }) => (
          <chakra.tr key={key} borderTop="1px solid" borderColor="border.muted">
            <chakra.th scope="row" fontWeight="500" textAlign={align(0)} {...cell}>
              {name}
            </chakra.th>
            {figures.map((figure, place) => (
              <chakra.td
                key={titles[place + 1]}
                textAlign={align(place + 1)}
                paddingInlineStart="3"
                {...cell}
              >
                {figure}
              </chakra.td>
            ))}
          </chakra.tr>
        ))}
      </tbody>
    </chakra.table>
  );
}
