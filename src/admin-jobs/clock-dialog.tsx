import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { formatDay } from '../ui/date.ts';
import { toast } from '../ui/toast.ts';
import type { Jobs } from './jobs.ts';

type ClockDialogProps = { clock: Jobs['clock']; onClose: () => void };

export function ClockDialog({ clock: { standing, machineDay }, onClose }: ClockDialogProps) {
  const invalidate = useInvalidate();
  const confirm = trpc.admin.jobs.confirmClock.useMutation({
    onSuccess: () => {
      toast({ title: 'Relógio confirmado', description: 'A rotina diária começa em instantes.' });
      onClose();
    },
    onSettled: () => invalidate('administration'),
  });
  return (
    <ConfirmDialog
      title={`Hoje é mesmo ${formatDay(machineDay)}?`}
      act={{ label: 'Sim, o relógio está certo', pendingLabel: 'Confirmando…' }}
      mutation={confirm}
      onConfirm={() => confirm.mutate({ day: machineDay })}
      onClose={onClose}
    >
      {standing === 'ahead'
        ? 'A rotina diária fará todos os dias até este: parcelas serão debitadas e aplicações pagas. Com o relógio errado, isso aconteceria antes da hora e não se desfaz sozinho.'
        : 'O banco passa a contar a partir deste momento, e esquece o mais novo que conhecia.'}{' '}
      A confirmação fica na auditoria, com o seu nome.
    </ConfirmDialog>
  );
}
