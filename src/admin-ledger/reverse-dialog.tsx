import { chakra, Text } from '@chakra-ui/react';
import { useRef } from 'react';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { EntryMoney } from '../ui/entry-money.tsx';
import { Fact } from '../ui/fact.tsx';
import { Money } from '../ui/money.tsx';
import { ReasonDialog } from '../ui/reason-dialog.tsx';
import { toast } from '../ui/toast.ts';
import type { LedgerTransaction } from './balanced-entries.tsx';
import { ownerName } from './entry-columns.tsx';

type ReverseDialogProps = {
  transaction: LedgerTransaction;
  onReversed: (id: string) => void;
  onClose: () => void;
};

export function ReverseDialog({ transaction, onReversed, onClose }: ReverseDialogProps) {
  const { id, amount, description, entries } = transaction;
  const invalidate = useInvalidate();
  // One key per reason, so that a retry after a lost answer does not reverse twice.
  const request = useRef({ reason: '', idempotencyKey: '' });
  const reversal = trpc.admin.transactions.reverse.useMutation({
    onSuccess: async (posted) => {
      toast({ title: 'Transação estornada', description });
      await invalidate('administration');
      onReversed(posted.id);
    },
    // Another administrator may have reversed it first.
    onError: () => void invalidate('administration'),
  });

  function reverse(reason: string) {
    if (request.current.reason !== reason) request.current = { reason, idempotencyKey: crypto.randomUUID() };
    reversal.mutate({ id, ...request.current });
  }

  return (
    <ReasonDialog
      title="Estornar transação"
      hint="Os clientes envolvidos leem este motivo no extrato e por e-mail; ele fica na auditoria."
      act="Estornar"
      pendingText="Estornando…"
      destructive
      pending={reversal.isPending}
      error={reversal.error}
      failure="A transação não foi estornada"
      onConfirm={reverse}
      onClose={onClose}
    >
      <Text>
        “{description}”, de <Money decimal={amount} exposed />, será desfeita por uma transação contrária.
        Nada é apagado, e o estorno não pode ser estornado.
      </Text>
      <chakra.dl margin="0">
        {entries.map((entry) => (
          <Fact key={entry.id} name={ownerName(entry)}>
            <EntryMoney entry={{ amount: entry.amount, isDebit: !entry.isDebit }} fontWeight="600" />
          </Fact>
        ))}
      </chakra.dl>
    </ReasonDialog>
  );
}
