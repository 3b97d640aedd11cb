import { Text } from '@chakra-ui/react';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { ReasonDialog } from '../ui/reason-dialog.tsx';
import { toast } from '../ui/toast.ts';
import type { Client } from './client-columns.tsx';

type AccessDialogProps = { client: Client; onClose: () => void };

export function AccessDialog({ client, onClose }: AccessDialogProps) {
  const { id, fullName, role, isActive, inactiveReason } = client;
  const invalidate = useInvalidate();
  const done = (title: string) => ({
    onSuccess: async () => {
      toast({ title, description: fullName });
      await invalidate('administration');
      onClose();
    },
    // Another administrator may have changed the access first.
    onError: () => void invalidate('administration'),
  });
  const deactivation = trpc.admin.users.deactivate.useMutation(done('Acesso desativado'));
  const activation = trpc.admin.users.activate.useMutation(done('Acesso ativado'));
  const mutation = isActive ? deactivation : activation;
  return (
    <ReasonDialog
      title={isActive ? 'Desativar acesso' : 'Ativar acesso'}
      hint="A pessoa lê este motivo no e-mail que recebe; ele fica na auditoria."
      act={isActive ? `Desativar ${fullName}` : `Ativar ${fullName}`}
      pendingText={isActive ? 'Desativando…' : 'Ativando…'}
      destructive={isActive}
      pending={mutation.isPending}
      error={mutation.error}
      failure={isActive ? 'O acesso não foi desativado' : 'O acesso não foi ativado'}
      onConfirm={(reason) => mutation.mutate({ id, reason })}
      onClose={onClose}
    >
      {isActive ? (
        <Text>
          <strong>{fullName}</strong> sai na hora de todos os aparelhos e não entra mais no ValeBank. Contas e
          saldos ficam como estão, transferências de outros clientes são recusadas, e um PIX que chegar de
          fora fica retido até o banco liberar ou devolver.
          {role === 'cliente' &&
            ' Se o CPF ou CNPJ é de outra pessoa, a liberação dele é pedida depois, no histórico do cliente.'}
        </Text>
      ) : (
        <Text>
          <strong>{fullName}</strong> volta a poder entrar, com a senha de antes ou, se o e-mail foi corrigido
          desde a desativação, com uma nova.
          {role === 'cliente' &&
            ' Um documento liberado volta a este cadastro, se ninguém o cadastrou; um pedido para liberá-lo é retirado.'}
          {inactiveReason !== null && ` O acesso foi desativado por este motivo: “${inactiveReason}”.`}
        </Text>
      )}
    </ReasonDialog>
  );
}
