import { Text } from '@chakra-ui/react';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { ReasonDialog } from '../ui/reason-dialog.tsx';
import { toast } from '../ui/toast.ts';
import { type Account, holderName } from './account-columns.tsx';

type FreezeDialogProps = { account: Account; onClose: () => void };

export function FreezeDialog({ account, onClose }: FreezeDialogProps) {
  const { id, accountNumber, isActive, inactiveReason } = account;
  const invalidate = useInvalidate();
  const done = (title: string) => ({
    onSuccess: async () => {
      toast({ title, description: `${accountNumber} · ${holderName(account)}` });
      await invalidate('administration');
      onClose();
    },
    // Another administrator may have changed the account first.
    onError: () => void invalidate('administration'),
  });
  const freeze = trpc.admin.accounts.freeze.useMutation(done('Conta bloqueada'));
  const unfreeze = trpc.admin.accounts.unfreeze.useMutation(done('Conta desbloqueada'));
  const mutation = isActive ? freeze : unfreeze;
  return (
    <ReasonDialog
      title={isActive ? 'Bloquear conta' : 'Desbloquear conta'}
      hint="O titular lê este motivo; ele fica na auditoria."
      act={isActive ? `Bloquear conta ${accountNumber}` : `Desbloquear conta ${accountNumber}`}
      pendingText={isActive ? 'Bloqueando…' : 'Desbloqueando…'}
      destructive={isActive}
      pending={mutation.isPending}
      error={mutation.error}
      failure={isActive ? 'A conta não foi bloqueada' : 'A conta não foi desbloqueada'}
      onConfirm={(reason) => mutation.mutate({ id, reason })}
      onClose={onClose}
    >
      {isActive ? (
        <Text>
          A conta {accountNumber}, de <strong>{holderName(account)}</strong>, deixa na hora de enviar, de
          receber transferências e de criar cobranças PIX. Um PIX que chegar de fora é recebido pelo provedor
          e fica na conta externa, de onde não sai enquanto durar o bloqueio. O titular continua entrando e vê
          o saldo.
        </Text>
      ) : (
        <Text>
          A conta {accountNumber}, de <strong>{holderName(account)}</strong>, volta a enviar e a receber.
          {inactiveReason && ` Ela foi bloqueada por este motivo: “${inactiveReason}”.`}
        </Text>
      )}
    </ReasonDialog>
  );
}
