import { Grid, Skeleton, Stack } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import type { JobName } from '#domain/jobs/words';
import { Fetched } from '../ui/fetched.tsx';
import { PageHeader } from '../ui/page.tsx';
import { part } from '../ui/part.tsx';
import { Section } from '../ui/section.tsx';
import { Loading } from '../ui/skeletons.tsx';
import { orderInWords } from '../ui/use-list.ts';
import { Backups } from './backups.tsx';
import { ClockNotice } from './clock-notice.tsx';
import { GivenUpMail } from './given-up-mail.tsx';
import { History, useHistory } from './history.tsx';
import { JobCard } from './job-card.tsx';
import type { Jobs } from './jobs.ts';
import { QueuesPanel } from './queues.tsx';
import { StuckOrders } from './stuck-orders.tsx';
import { useJobs } from './use-jobs.ts';

const RunDialog = part('RunDialog', () => import('./run-dialog.tsx'));

export function JobsPage() {
  const query = useJobs();
  const list = useHistory();
  return (
    <>
      <PageHeader
        title="Tarefas"
        subtitle="O que o banco faz sozinho, o que espera na fila e as cópias de segurança"
        refresh={{ refreshing: query.isRefetching, onRefresh: () => void query.refetch() }}
      />
      <Stack gap="8">
        <Fetched query={query} failure="Não foi possível carregar as tarefas" skeleton={<CardsSkeleton />}>
          {(jobs) => <Standing jobs={jobs} />}
        </Fetched>
        <StuckOrders />
        <GivenUpMail />
        <Section title="Histórico" text={`As execuções dos últimos 90 dias, ${orderInWords(list.view)}.`}>
          <History list={list} />
        </Section>
        {query.data && <Backups backups={query.data.backups} />}
      </Stack>
    </>
  );
}

function Standing({ jobs: { jobs, clock, queues } }: { jobs: Jobs }) {
  const [asked, setAsked] = useState<JobName | null>(null);
  const toRun = jobs.find(({ name }) => name === asked);
  return (
    <>
      <ClockNotice clock={clock} />
      <Columns>
        {jobs.map((job) => (
          <JobCard key={job.name} job={job} onRun={() => setAsked(job.name)} />
        ))}
      </Columns>
      <Section title="Filas" text="O que o banco ainda vai fazer. Uma fila que não anda precisa de alguém.">
        <QueuesPanel queues={queues} />
      </Section>
      {toRun && <RunDialog job={toRun} onClose={() => setAsked(null)} />}
    </>
  );
}

function Columns({ children }: { children: ReactNode }) {
  return (
    <Grid gap="6" templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}>
      {children}
    </Grid>
  );
}

function CardsSkeleton() {
  return (
    <Loading label="Carregando as tarefas…">
      <Columns>
        <Skeleton height="24rem" borderRadius="card" />
        <Skeleton height="24rem" borderRadius="card" />
      </Columns>
    </Loading>
  );
}
