import { Box, Flex, Text } from '@chakra-ui/react';
import { keepPreviousData } from '@tanstack/react-query';
import { JOB_NAMES, JOB_WORDS, type JobName } from '#domain/jobs/words';
import { QUIETLY, trpc } from '../trpc.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { formatMoment } from '../ui/date.ts';
import { durationInWords } from '../ui/duration.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FieldBox } from '../ui/field.tsx';
import { SelectBox } from '../ui/select-box.tsx';
import { askerOf, isOpen, type Run } from './jobs.ts';
import { RunBadge } from './run-badge.tsx';

const PAGE_ROWS = 15;

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
    cell: ({ startedAt, createdAt }) => <span className="num">{formatMoment(startedAt ?? createdAt)}</span>,
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

type HistoryProps = { job: JobName | undefined; onChoose: (job: JobName | undefined) => void };

/** Every run of the last three months, newest first. */
export function History({ job, onChoose }: HistoryProps) {
  // The screen repeats it by itself when a run begins or ends.
  const query = trpc.admin.jobs.runs.useInfiniteQuery(
    { ...(job && { job }), limit: PAGE_ROWS },
    { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData, ...QUIETLY },
  );
  return (
    <>
      <Box maxWidth={{ base: 'none', sm: '18rem' }}>
        <FieldBox label="Mostrar">
          <SelectBox options={JOBS} value={job ?? ''} onChange={(chosen) => onChoose(chosen || undefined)} />
        </FieldBox>
      </Box>
      <DataTable
        label="Execuções"
        columns={COLUMNS}
        query={query}
        rows={query.data?.pages.flatMap(({ runs }) => runs)}
        total={undefined}
        rowKey={({ id }) => id}
        noun={['execução', 'execuções']}
        failure="Não foi possível carregar as execuções"
        tableFrom="52rem"
        empty={
          <EmptyState
            level="h3"
            title="Nenhuma execução ainda"
            description="O que o banco fizer no seu horário, ou a pedido de alguém, aparece aqui."
          />
        }
      />
    </>
  );
}

/** How a run ended, and what it did or why it did not. */
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
