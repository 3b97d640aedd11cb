import type { JobName } from '#domain/jobs/words';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast.ts';
import type { Job } from './jobs.ts';

const WHILE_IT_RUNS: Record<JobName, string> = {
  daily_run: 'Só é feito o que ainda falta dos dias do banco: o que já foi feito não se repete.',
  backup: 'O banco continua no ar. A cópia só conta depois de aberta e conferida.',
};

type RunDialogProps = { job: Job; onClose: () => void };

export function RunDialog({ job, onClose }: RunDialogProps) {
  const invalidate = useInvalidate();
  const run = trpc.admin.jobs.run.useMutation({
    onSuccess: () => {
      toast({ title: 'Execução pedida', description: `${job.label} começa em instantes.` });
      onClose();
    },
    onSettled: () => invalidate('administration'),
  });
  return (
    <ConfirmDialog
      title={`Executar agora: ${job.label}`}
      role="dialog"
      act={{ label: 'Executar agora', pendingLabel: 'Pedindo…' }}
      palette="brand"
      mutation={run}
      fallback="A execução não foi pedida. Tente de novo."
      onConfirm={() => run.mutate({ name: job.name })}
      onClose={onClose}
      more={WHILE_IT_RUNS[job.name]}
    >
      {job.about}.
    </ConfirmDialog>
  );
}
