import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast, toastError } from '../ui/toast.ts';
import type { Operation } from './operation-card.tsx';

const FAILURE = 'Não foi possível negativar o cliente. Tente novamente.';

type NegativateDialogProps = { operation: Operation; onClose: () => void };

export function NegativateDialog({ operation, onClose }: NegativateDialogProps) {
  const { id, user, purpose, overdueInstallments } = operation;
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
      more="A operação fica Negativada até que nenhuma parcela esteja vencida. O cliente recebe um e-mail e um aviso no portal, e o ato fica na auditoria."
    >
      <strong>{user.fullName}</strong> tem{' '}
      {overdueInstallments === 1 ? 'uma parcela vencida' : `${overdueInstallments} parcelas vencidas`} de “
      {purpose}”.
    </ConfirmDialog>
  );
}
