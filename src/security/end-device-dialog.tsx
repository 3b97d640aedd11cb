import { useInvalidate } from '../invalidation.ts';
import { forgetDevice } from '../shared-security/device-key.ts';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast.ts';

type Device = RouterOutputs['auth']['devices']['list'][number];

export function EndDeviceDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { id, name, current } = device;
  const invalidate = useInvalidate();
  const { data: me } = trpc.auth.me.useQuery();
  const end = trpc.auth.devices.end.useMutation({
    onSuccess: async () => {
      toast({ title: 'Aparelho encerrado' });
      if (current && me) await forgetDevice(me.user.id).catch(() => {});
      onClose();
    },
    // After a failure too: the device may have ended already.
    onSettled: () => invalidate('credentials'),
  });
  return (
    <ConfirmDialog
      title={`Encerrar ${name}?`}
      act={{ label: 'Encerrar aparelho', pendingLabel: 'Encerrando…' }}
      mutation={end}
      onConfirm={() => end.mutate({ id })}
      onClose={onClose}
    >
      {current
        ? 'Esta sessão continua, com os limites de um aparelho não registrado.'
        : 'As sessões abertas nele são encerradas, e ele deixa de ser um aparelho registrado. Pagamentos reservados ou em análise que elas pediram voltam para a sua conta.'}
    </ConfirmDialog>
  );
}
