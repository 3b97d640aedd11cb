import { Box, Flex, Text } from '@chakra-ui/react';
import { JOB_NAMES, JOB_WORDS } from '#domain/jobs/words';
import type { SearchOf } from '#domain/places';
import { BACKGROUND_QUERY, trpc } from '../trpc.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { formatMoment } from '../ui/date.ts';
import { durationInWords } from '../ui/duration.ts';
import { FieldBox } from '../ui/field.tsx';
import { SelectBox } from '../ui/select-box.tsx';
import { given, PAGED, type Sorts, useList } from '../ui/use-list.ts';
import { askerOf, isOpen, type Run } from './jobs.ts';
import { RunBadge } from './run-badge.tsx';

const SORTS = {
  inicio: { field: 'createdAt', up: 'da mais antiga à mais nova', down: 'da mais nova à mais antiga' },
} as const satisfies Sorts<string>;

const JOBS = [
  { value: '', label: 'Todas as tarefas' } as const,
  ...JOB_NAMES.map((name) => ({ value: name, label: JOB_WORDS[name].label })),
];

const COLUMNS: Column<Run>[] = [
  {
    title: 'Tarefa',
    kind: 'name',
    cell: ({ label }) => <Text fontWeight="600">{label}</Text>,
  },
  {
    title: 'Início',
    sort: 'inicio',
    cell: ({ startedAt, createdAt }) => formatMoment(startedAt ?? createdAt),
  },
  { title: 'Origem', cell: askerOf },
  { title: 'Situação', cell: (run) => <Ending run={run} /> },
  {
    title: 'Duração',
    kind: 'figure',
    cell: (run) => (
      <Box as="span" className="num" whiteSpace="nowrap">
        {run.durationMs === null || isOpen(run) ? '—' : durationInWords(run.durationMs)}
      </Box>
    ),
  },
];

const filtersOf = ({ tarefa }: SearchOf<'/admin/jobs'>) => given({ job: tarefa });

export const useHistory = () => useList('/admin/jobs', { filtersOf, sorts: SORTS, rows: 15 });

export function History({ list }: { list: ReturnType<typeof useHistory> }) {
  // `useJobs` invalidates this query when a run is added, starts or ends.
  const query = trpc.admin.jobs.runs.useInfiniteQuery(list.asked, { ...PAGED, ...BACKGROUND_QUERY });
  return (
    <>
      <Box maxWidth={{ base: 'none', sm: '18rem' }}>
        <FieldBox label="Mostrar">
          <SelectBox
            options={JOBS}
            value={list.search.tarefa ?? ''}
            onChange={(tarefa) => list.change({ tarefa })}
          />
        </FieldBox>
      </Box>
      <DataTable
        label="Execuções"
        view={list.view}
        columns={COLUMNS}
        query={query}
        rows={query.data?.pages.flatMap(({ runs }) => runs)}
        rowKey={({ id }) => id}
        noun={['execução', 'execuções']}
        failure="Não foi possível carregar as execuções"
        tableFrom="52rem"
        empty={{
          title: 'Nenhuma execução ainda',
          description: 'O que o banco fizer no seu horário, ou a pedido de alguém, aparece aqui.',
        }}
      />
    </>
  );
}

function Ending({ run: { state, summary, error } }: { run: Run }) {
  return (
    <Flex direction="column" gap="1" align={{ base: 'flex-end', md: 'flex-start' }}>
      <RunBadge state={state} />
      {(summary ?? error) !== null && (
        <Text color={error === null ? 'fg.muted' : 'negative.fg'} overflowWrap="anywhere">
          {summary ?? error}
        </Text>
      )}
    </Flex>
  );
}
