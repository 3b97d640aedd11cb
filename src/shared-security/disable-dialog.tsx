import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { failureText } from '../ui/failure-text.ts';
import { Notice } from '../ui/notice.tsx';
import { unlessCancelled } from '../ui/server-error.ts';
import { toast, toastError } from '../ui/toast.ts';
import { ProofForm } from './proof-form.tsx';

const FAILED = 'Código incorreto ou erro ao desativar 2FA';

export function DisableDialog({ onClose }: { onClose: () => void }) {
  const invalidate = useInvalidate();
  const disable = trpc.auth.twoFactor.disable.useMutation({
    onSuccess: () => {
      toast({ title: '2FA Desativado', description: 'Autenticação de dois fatores foi removida' });
      void invalidate('credentials');
      onClose();
    },
    onError: (error) => toastError('Erro', error, FAILED),
  });
  return (
    <DialogFrame title="Desativar 2FA" role="alertdialog" onClose={onClose}>
      <ProofForm
        act={{ label: 'Desativar 2FA', pendingLabel: 'Desativando…', palette: 'negative' }}
        pending={disable.isPending}
        error={unlessCancelled(disable.error) && failureText(disable.error, FAILED)}
        onChange={() => disable.error && disable.reset()}
        onSend={(token) => disable.mutate({ token })}
        onCancel={onClose}
      >
        <Notice status="warning" title="Desativar diminui a segurança da sua conta">
          A senha sozinha voltará a abrir a conta, e os seus códigos de backup deixarão de valer.
        </Notice>
      </ProofForm>
    </DialogFrame>
  );
}
