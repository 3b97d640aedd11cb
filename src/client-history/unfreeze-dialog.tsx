import { Text } from '@chakra-ui/react';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { ReasonDialog } from '../ui/reason-dialog.tsx';
import { unlessCancelled } from '../ui/server-error.ts';
import { toast } from '../ui/toast.ts';

type UnfreezeDialogProps = { client: { id: string; fullName: string }; onClose: () => void };

export function UnfreezeDialog({ client: { id, fullName }, onClose }: UnfreezeDialogProps) {
  const invalidate = useInvalidate();
  const utils = trpc.useUtils();
  const unfreeze = trpc.admin.users.unfreeze.useMutation({
    onSuccess: async (client) => {
      toast({ title: 'Conta descongelada', description: 'O cliente é avisado' });
      utils.admin.users.get.setData({ id }, client);
      await invalidate('administration');
      onClose();
    },
  });
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
