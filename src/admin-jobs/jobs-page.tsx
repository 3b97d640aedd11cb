import { chakra, Grid, Heading, Skeleton, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useId, useState } from 'react';
import type { JobName } from '#domain/jobs/words';
import { Fetched } from '../ui/fetched.tsx';
import { PageHeader } from '../ui/page.tsx';
import { part } from '../ui/part.tsx';
import { RefreshButton } from '../ui/refresh-button.tsx';
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
        actions={<RefreshButton refreshing={query.isRefetching} onRefresh={() => void query.refetch()} />}
      />
      <Stack gap="8">
        <Fetched query={query} failure="Não foi possível carregar as tarefas" skeleton={<CardsSkeleton />}>
          {(jobs) => <Standing jobs={jobs} />}
        </Fetched>
        <Part
          id="pagamentos"
          title="Pagamentos sem desfecho"
          text="O dinheiro está reservado, e o banco pergunta de novo ao provedor até saber. A conciliação do livro-razão também pergunta."
        >
          <StuckOrders />
        </Part>
        <Part
          id="emails"
          title="E-mails não enviados"
          text="Corrija o endereço no cadastro de quem receberia, se for o caso, e tente de novo."
        >
          <GivenUpMail />
        </Part>
        <Part title="Histórico" text={`As execuções dos últimos 90 dias, ${orderInWords(list.view)}.`}>
          <History list={list} />
        </Part>
        {query.data && (
          <Part
            title="Cópias guardadas"
            text="Ficam no disco do servidor: copie-as também para outra máquina. Para restaurar, com o servidor parado: npm run restore."
          >
            <Backups backups={query.data.backups} />
          </Part>
        )}
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
      <Part title="Filas" text="O que o banco ainda vai fazer. Uma fila que não anda precisa de alguém.">
        <QueuesPanel queues={queues} />
      </Part>
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

type PartProps = { title: string; text: string; children: ReactNode; id?: string };

function Part({ title, text, children, id: named }: PartProps) {
  const made = useId();
  const id = named ?? made;
  return (
    <chakra.section aria-labelledby={id}>
      <Stack gap="4">
        <Stack gap="1">
          <Heading as="h2" id={id} size="lg" fontWeight="600">
            {title}
          </Heading>
          <Text color="fg.muted" maxWidth="72ch">
            {text}
          </Text>
        </Stack>
        {children}
      </Stack>
    </chakra.section>
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
