import { Text } from '@chakra-ui/react';
import { trpc } from '../trpc.ts';
import { ReasonDialog } from '../ui/reason-dialog.tsx';
import { unlessCancelled } from '../ui/server-error.ts';
import { useClientChanged } from './use-client-changed.ts';

type UnfreezeDialogProps = { client: { id: string; fullName: string }; onClose: () => void };

export function UnfreezeDialog({ client: { id, fullName }, onClose }: UnfreezeDialogProps) {
  const onSuccess = useClientChanged('Conta descongelada', onClose);
  const unfreeze = trpc.admin.users.unfreeze.useMutation({ onSuccess });
  return (
    <ReasonDialog
      title="Descongelar a conta"
      hint="Como o cliente se identificou. O cliente lê este motivo; ele fica na auditoria."
      act="Descongelar"
      pendingText="Descongelando…"
      destructive={false}
      pending={unfreeze.isPending}
      error={unlessCancelled(unfreeze.error)}
      failure="A conta não foi descongelada"
      onConfirm={(reason) => unfreeze.mutate({ id, reason })}
      onClose={onClose}
    >
      <Text>
        <strong>{fullName}</strong> congelou a própria conta. Descongele-a só depois de identificar a pessoa:
        a conta volta a enviar dinheiro.
      </Text>
    </ReasonDialog>
  );
}
