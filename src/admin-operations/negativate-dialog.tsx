import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { formatDay, formatMoment } from '../ui/date.ts';
import { toast, toastError } from '../ui/toast.ts';
import type { Operation } from './operation-card.tsx';

const FAILURE = 'Não foi possível negativar o cliente. Tente novamente.';

type NegativateDialogProps = { operation: Operation; onClose: () => void };

export function NegativateDialog({ operation, onClose }: NegativateDialogProps) {
  const { id, user, purpose, overdueInstallments } = operation;
  const today = trpc.auth.me.useQuery().data?.today;
  const invalidate = useInvalidate();
  const negativation = trpc.credit.operations.negativate.useMutation({
    onSuccess: async () => {
      toast({ title: 'Cliente negativado', description: user.fullName });
      await invalidate('administration');
      onClose();
    },
    onError: (error) => {
      toastError('Erro ao negativar', error, FAILURE);
      // The customer may have paid, or another administrator may have been first.
      void invalidate('administration');
    },
  });
  return (
    <ConfirmDialog
      title="Negativar cliente"
      act={{ label: `Negativar ${user.fullName}`, pendingLabel: 'Negativando…' }}
      mutation={negativation}
      fallback={FAILURE}
      isLocked
      onConfirm={() => negativation.mutate({ id })}
      onClose={onClose}
      more={
        <>
          <strong>{noticeText(operation, today)}</strong> A operação fica Negativada até que nenhuma parcela
          esteja vencida. O cliente recebe um e-mail e um aviso no portal, e o ato fica na auditoria.
        </>
      }
    >
      <strong>{user.fullName}</strong> tem{' '}
      {overdueInstallments === 1 ? 'uma parcela vencida' : `${overdueInstallments} parcelas vencidas`} de “
      {purpose}”.
    </ConfirmDialog>
  );
}

function noticeText({ noticeAt, markFrom }: Operation, today: string | undefined): string {
  if (noticeAt === null || markFrom === null) return 'Nenhum aviso prévio saiu ainda.';
  const day = formatDay(markFrom);
  const early = today !== undefined && today < markFrom ? ' Esse dia ainda não chegou.' : '';
  return `O aviso prévio saiu em ${formatMoment(noticeAt)} e anunciou a negativação a partir de ${day}.${early}`;
}
