import { Text } from '@chakra-ui/react';
import { trpc } from '../trpc.ts';
import { ReasonDialog } from '../ui/reason-dialog.tsx';
import { unlessCancelled } from '../ui/server-error.ts';
import { useClientChanged } from './use-client-changed.ts';

type DialogProps = { client: { id: string; fullName: string }; onClose: () => void };

export function EndFactorsDialog(props: DialogProps) {
  const { id, fullName } = props.client;
  const onSuccess = useClientChanged('Pedido registrado', props.onClose);
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
  const onSuccess = useClientChanged('Dois fatores mantidos', props.onClose);
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
