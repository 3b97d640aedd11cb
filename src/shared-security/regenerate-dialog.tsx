import { Text } from '@chakra-ui/react';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { failureText } from '../ui/failure-text.ts';
import { unlessCancelled } from '../ui/server-error.ts';
import { toastError } from '../ui/toast.ts';
import { BackupCodes } from './backup-codes.tsx';
import { ProofForm } from './proof-form.tsx';

const FAILED = 'O código inserido está incorreto. Tente novamente.';

export function RegenerateDialog({ onClose }: { onClose: () => void }) {
  const invalidate = useInvalidate();
  const regenerate = trpc.auth.twoFactor.regenerate.useMutation({
    onSuccess: () => void invalidate('credentials'),
    onError: (error) => toastError('Código Inválido', error, FAILED),
  });
  if (regenerate.data) {
    return (
      <DialogFrame title="Seus códigos de backup" onClose={onClose} locked key="codes">
        <BackupCodes codes={regenerate.data.backupCodes} onDone={onClose} />
      </DialogFrame>
    );
  }
  return (
    <DialogFrame title="Gerar novos códigos" onClose={onClose}>
      <ProofForm
        act={{ label: 'Gerar novos códigos', pendingLabel: 'Gerando…' }}
        pending={regenerate.isPending}
        error={unlessCancelled(regenerate.error) && failureText(regenerate.error, FAILED)}
        onChange={() => regenerate.error && regenerate.reset()}
        onSend={(token) => regenerate.mutate({ token })}
        onCancel={onClose}
      >
        <Text>Os códigos de backup que você tem agora deixarão de valer.</Text>
      </ProofForm>
    </DialogFrame>
  );
}
