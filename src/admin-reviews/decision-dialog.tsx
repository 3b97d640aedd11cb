import { Text } from '@chakra-ui/react';
import { useRef } from 'react';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { Money } from '../ui/money.tsx';
import { ReasonDialog } from '../ui/reason-dialog.tsx';
import { toast } from '../ui/toast.ts';
import type { Decision, Review } from './review-columns.tsx';

type DecisionDialogProps = { decision: Decision; review: Review; onClose: () => void };

const WORDS = {
  approved: {
    title: 'Liberar pagamento',
    hint: 'Fica na auditoria; o cliente não o lê.',
    act: 'Liberar pagamento',
    pendingText: 'Liberando…',
    failure: 'O pagamento não foi liberado',
  },
  refused: {
    title: 'Recusar pagamento',
    hint: 'O cliente lê este motivo; ele fica na auditoria.',
    act: 'Recusar pagamento',
    pendingText: 'Recusando…',
    failure: 'O pagamento não foi recusado',
  },
} as const;

const DONE = {
  approved: { title: 'Pagamento liberado', description: 'Ele é feito em alguns segundos.' },
  refused: { title: 'Pagamento recusado', description: 'O dinheiro volta em alguns segundos.' },
} as const;

export function DecisionDialog({ decision, review, onClose }: DecisionDialogProps) {
  const invalidate = useInvalidate();
  // One key per reason, so that a retry after a lost answer does not decide twice.
  const request = useRef({ reason: '', idempotencyKey: '' });
  const decide = trpc.admin.reviews.decide.useMutation({
    onSuccess: async () => {
      toast(DONE[decision]);
      await invalidate('administration');
      onClose();
    },
    // Another administrator may have decided first, or the customer undone it.
    onError: () => void invalidate('administration'),
  });
  return (
    <ReasonDialog
      {...WORDS[decision]}
      destructive={decision === 'refused'}
      pending={decide.isPending}
      error={decide.error}
      onConfirm={(reason) => {
        if (request.current.reason !== reason)
          request.current = { reason, idempotencyKey: crypto.randomUUID() };
        decide.mutate({ id: review.id, decision, ...request.current });
      }}
      onClose={onClose}
    >
      {decision === 'approved' ? <ApprovalText {...review} /> : <RefusalText {...review} />}
    </ReasonDialog>
  );
}

const ApprovalText = ({ amount, clientName, payee }: Review) => (
  <Text>
    O pagamento de <Money decimal={amount} exposed /> de <strong>{clientName}</strong> para{' '}
    <strong>{payee}</strong> é feito em seguida, e não pode mais ser desfeito.
  </Text>
);

const RefusalText = ({ amount, clientName, payee }: Review) => (
  <Text>
    <strong>{payee}</strong> não recebe nada: os <Money decimal={amount} exposed /> voltam para a conta de{' '}
    <strong>{clientName}</strong>, que é avisado.
  </Text>
);
