import { Text } from '@chakra-ui/react';
import { useRef } from 'react';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { Money } from '../ui/money.tsx';
import { ReasonDialog } from '../ui/reason-dialog.tsx';
import { toast } from '../ui/toast.ts';
import type { Decision, Held } from './held-columns.tsx';

type DecisionDialogProps = { decision: Decision; held: Held; onClose: () => void };

const WORDS = {
  release: {
    title: 'Liberar PIX',
    act: 'Liberar para o cliente',
    pendingText: 'Liberando…',
    failure: 'O PIX não foi liberado',
    toast: 'PIX liberado',
  },
  payOut: {
    title: 'Pagar fora do banco',
    act: 'Registrar o pagamento',
    pendingText: 'Registrando…',
    failure: 'O pagamento não foi registrado',
    toast: 'Pagamento fora do banco registrado',
  },
  return: {
    title: 'Devolver PIX',
    act: 'Devolver a quem pagou',
    pendingText: 'Devolvendo…',
    failure: 'A devolução não foi pedida',
    toast: 'Devolução pedida ao provedor',
  },
} as const;

export function DecisionDialog({ decision, held, onClose }: DecisionDialogProps) {
  const { id, clientName } = held;
  const { toast: done, ...words } = WORDS[decision];
  const Explanation = EXPLANATIONS[decision];
  const invalidate = useInvalidate();
  // One key per reason, so that a retry after a lost answer does not decide twice.
  const request = useRef({ reason: '', idempotencyKey: '' });
  const outcome = {
    onSuccess: async () => {
      toast({ title: done, description: clientName });
      await invalidate('administration');
      onClose();
    },
    // Another administrator may have decided first.
    onError: () => void invalidate('administration'),
  };
  const release = trpc.admin.held.release.useMutation(outcome);
  const payOut = trpc.admin.held.payOut.useMutation(outcome);
  const giveBack = trpc.admin.held.return.useMutation(outcome);
  const mutation = { release, payOut, return: giveBack }[decision];

  function decide(reason: string) {
    if (request.current.reason !== reason) request.current = { reason, idempotencyKey: crypto.randomUUID() };
    mutation.mutate({ id, ...request.current });
  }

  return (
    <ReasonDialog
      {...words}
      hint="Fica na auditoria."
      destructive={decision !== 'release'}
      pending={mutation.isPending}
      error={mutation.error}
      onConfirm={decide}
      onClose={onClose}
    >
      <Explanation {...held} />
    </ReasonDialog>
  );
}

const ReleaseText = ({ amount, clientName, isClientActive }: Held) => (
  <Text>
    <Money decimal={amount} exposed /> entra na conta externa de <strong>{clientName}</strong>, que é avisado.
    {!isClientActive && ' O acesso continua desativado: o cliente só usa o dinheiro quando voltar a entrar.'}
  </Text>
);

const ReturnText = ({ amount, payerName, clientName }: Held) => (
  <Text>
    O provedor devolve <Money decimal={amount} exposed /> a <strong>{payerName ?? 'quem pagou'}</strong>;{' '}
    {clientName} não recebe nada. Até o provedor confirmar, o dinheiro continua retido.
  </Text>
);

const PayOutText = ({ amount, clientName }: Held) => (
  <Text>
    <strong>{clientName}</strong> encerrou o cadastro e não tem mais conta no banco. Faça antes a
    transferência de <Money decimal={amount} exposed /> no provedor, para a conta do cliente em outro banco.
    Aqui o dinheiro sai dos PIX retidos, e não há como desfazer.
  </Text>
);

const EXPLANATIONS = { release: ReleaseText, payOut: PayOutText, return: ReturnText };
