import { Text } from '@chakra-ui/react';
import { useInvalidate } from '../invalidation.ts';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { ReasonDialog } from '../ui/reason-dialog.tsx';
import { unlessCancelled } from '../ui/server-error.ts';
import { toast } from '../ui/toast.ts';

type Client = RouterOutputs['admin']['users']['get'];
type DialogProps = { client: Client; onClose: () => void };

/** What is shown and told once the customer's record has changed. */
function useAfter(title: string, { client: { id }, onClose }: DialogProps) {
  const invalidate = useInvalidate();
  const utils = trpc.useUtils();
  return async (client: Client) => {
    toast({ title, description: 'O cliente é avisado' });
    utils.admin.users.get.setData({ id }, client);
    await invalidate('administration');
    onClose();
  };
}

export function EndFactorsDialog(props: DialogProps) {
  const { id, fullName } = props.client;
  const onSuccess = useAfter('Pedido registrado', props);
  const end = trpc.admin.users.endFactors.useMutation({ onSuccess });
  return (
    <ReasonDialog
      title="Desativar os dois fatores"
      hint="Como o cliente se identificou. O cliente lê este motivo; ele fica na auditoria."
      act="Desativar em 24 horas"
      pendingText="Registrando…"
      destructive
      pending={end.isPending}
      error={unlessCancelled(end.error)}
      failure="O pedido não foi registrado"
      onConfirm={(reason) => end.mutate({ id, reason })}
      onClose={props.onClose}
    >
      <Text>
        Só depois de identificar <strong>{fullName}</strong>: em 24 horas o aplicativo, os códigos de backup,
        as chaves de acesso, os aparelhos registrados e a senha deixam de valer, e todos os acessos terminam.
        Até lá o cliente, avisado agora, pode mantê-los.
      </Text>
    </ReasonDialog>
  );
}

export function KeepFactorsDialog(props: DialogProps) {
  const { id, fullName } = props.client;
  const onSuccess = useAfter('Dois fatores mantidos', props);
  const keep = trpc.admin.users.keepFactors.useMutation({ onSuccess });
  return (
    <ReasonDialog
      title="Manter os dois fatores"
      hint="O cliente lê este motivo; ele fica na auditoria."
      act="Manter"
      pendingText="Mantendo…"
      destructive={false}
      pending={keep.isPending}
      error={unlessCancelled(keep.error)}
      failure="Os dois fatores não foram mantidos"
      onConfirm={(reason) => keep.mutate({ id, reason })}
      onClose={props.onClose}
    >
      <Text>
        O aplicativo e as chaves de acesso de <strong>{fullName}</strong> continuam ativos.
      </Text>
    </ReasonDialog>
  );
}
