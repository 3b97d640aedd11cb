import { Badge, Button, Flex, Spinner, Text } from '@chakra-ui/react';
import { Play } from 'lucide-react';
import { formatMoment } from '../ui/date.ts';
import { durationInWords } from '../ui/duration.ts';
import { Facts } from '../ui/fact.tsx';
import { Notice } from '../ui/notice.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { askerOf, type Job, lastRun, openRun, type Run } from './jobs.ts';
import { RunBadge } from './run-badge.tsx';

type JobCardProps = { job: Job; onRun: () => void };

export function JobCard({ job, onRun }: JobCardProps) {
  const open = openRun(job);
  const last = lastRun(job);
  return (
    <SectionCard title={job.label} description={job.about} aside={<Standing open={open} last={last} />}>
      {last && <Trouble run={last} />}
      <Facts
        of={{
          Horário: job.schedule,
          'Próxima execução': job.nextRunAt === null ? 'Não agendada' : formatMoment(job.nextRunAt),
          'Última execução': last ? formatMoment(last.startedAt ?? last.createdAt) : 'Nenhuma ainda',
          Origem: last && askerOf(last),
          Duração: last?.durationMs != null && durationInWords(last.durationMs),
          Resultado: last?.summary != null && last.summary,
        }}
      />
      <Flex gap="3" align="center" wrap="wrap" marginTop="auto">
        {/* Not disabled while the job runs: a disabled button would lose focus. */}
        <Button
          variant="outline"
          aria-haspopup="dialog"
          aria-label={`Executar agora: ${job.label}`}
          onClick={onRun}
        >
          <Play size={18} aria-hidden />
          Executar agora
        </Button>
        {open && <Progress run={open} />}
      </Flex>
    </SectionCard>
  );
}

function Standing({ open, last }: { open: Run | undefined; last: Run | undefined }) {
  const shown = open ?? last;
  return shown ? <RunBadge state={shown.state} /> : <Badge variant="outline">Nunca executada</Badge>;
}

function Progress({ run: { state, durationMs, askedByName } }: { run: Run }) {
  const byName = askedByName === null ? '' : `, a pedido de ${askedByName}`;
  return (
    <Flex align="center" gap="2" color="fg.muted">
      <Spinner size="sm" aria-hidden />
      <Text className="num">
        {state === 'asked'
          ? `Começa em instantes${byName}`
          : `Há ${durationInWords(durationMs ?? 0)}${byName}`}
      </Text>
    </Flex>
  );
}

const LOST = 'O servidor foi encerrado antes do fim desta execução. Execute de novo.';

function Trouble({ run: { state, error } }: { run: Run }) {
  if (state !== 'failed' && state !== 'lost') return null;
  return (
    <Notice
      status="error"
      title={state === 'failed' ? 'A última execução falhou' : 'A última execução foi interrompida'}
    >
      {state === 'failed' ? error : LOST}
    </Notice>
  );
}
