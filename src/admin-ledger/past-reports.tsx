import { Button, Flex } from '@chakra-ui/react';
import { DataTable } from '../ui/data-table.tsx';
import { formatMoment } from '../ui/date.ts';
import { durationInWords } from '../ui/duration.ts';
import { useReports } from './use-reconciliation.ts';
import { VerdictBadge } from './verdict.tsx';

export function PastReports({ onShow }: { onShow: (id: string) => void }) {
  const query = useReports();
  return (
    <DataTable
      label="Relatórios"
      query={query}
      rows={query.data?.pages.flatMap(({ reconciliations }) => reconciliations)}
      rowKey={({ id }) => id}
      noun={['relatório', 'relatórios']}
      failure="Não foi possível carregar os relatórios"
      tableFrom="36rem"
      empty={{
        title: 'Nenhuma conciliação ainda',
        description:
          'Confira o livro-razão, a auditoria e o provedor de pagamentos; o relatório fica guardado.',
      }}
      columns={[
        {
          title: 'Quando',
          kind: 'name',
          cell: ({ id, createdAt }) => (
            <Button
              variant="plain"
              size="2xs"
              textStyle="sm"
              minHeight={{ base: '11', md: '6' }}
              paddingInline="0"
              textDecoration="underline"
              textUnderlineOffset="3px"
              className="num"
              onClick={() => onShow(id)}
            >
              {formatMoment(createdAt)}
            </Button>
          ),
        },
        { title: 'Quem', cell: ({ byName }) => byName ?? 'Rotina diária' },
        {
          title: 'Resultado',
          cell: (run) => (
            <Flex justify={{ base: 'flex-end', md: 'flex-start' }}>
              <VerdictBadge run={run} />
            </Flex>
          ),
        },
        {
          title: 'Duração',
          kind: 'figure',
          cell: ({ durationMs }) => durationInWords(durationMs),
        },
      ]}
    />
  );
}
