import { chakra, Flex, Text } from '@chakra-ui/react';
import { CopyButton } from '../ui/copy-button.tsx';
import type { Column } from '../ui/data-table.tsx';
import { formatMoment } from '../ui/date.ts';
import { durationInWords } from '../ui/duration.ts';
import { sizeInWords } from '../ui/size.ts';
import { TableSection } from '../ui/table-section.tsx';
import type { Jobs } from './jobs.ts';

type Backup = Jobs['backups'][number];

const COLUMNS: Column<Backup>[] = [
  {
    title: 'Feita em',
    kind: 'name',
    cell: ({ at }) => (
      <Text fontWeight="600" className="num">
        {formatMoment(at)}
      </Text>
    ),
  },
  {
    title: 'Pasta',
    cell: ({ name }) => (
      <Flex align="center" gap="1" justify={{ base: 'flex-end', md: 'flex-start' }}>
        <chakra.span fontFamily="mono" overflowWrap="anywhere">
          {name}
        </chakra.span>
        <CopyButton text={name} label={`Copiar o nome da pasta ${name}`} />
      </Flex>
    ),
  },
  {
    title: 'Transações conferidas',
    kind: 'figure',
    cell: ({ transactions }) => transactions.toLocaleString('pt-BR'),
  },
  {
    title: 'Tamanho',
    kind: 'figure',
    cell: ({ sizeBytes }) => sizeInWords(sizeBytes),
  },
  {
    title: 'Duração',
    kind: 'figure',
    cell: ({ durationMs }) => durationInWords(durationMs),
  },
];

export function Backups({ backups }: { backups: Backup[] }) {
  return (
    <TableSection
      title="Cópias guardadas"
      text="Ficam no disco do servidor: copie-as também para outra máquina. Para restaurar, com o servidor parado: npm run restore."
      columns={COLUMNS}
      query={{ error: null, isFetching: false, refetch: () => {} }}
      rows={backups}
      total={backups.length}
      rowKey={({ name }) => name}
      noun={['cópia', 'cópias']}
      failure=""
      tableFrom="48rem"
      empty={{
        title: 'Nenhuma cópia ainda',
        description: 'A primeira é feita no horário da tarefa, ou agora mesmo, se você pedir.',
      }}
    />
  );
}
