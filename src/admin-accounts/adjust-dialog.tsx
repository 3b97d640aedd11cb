import { MoveFlow } from '../shared-movement/move-flow.tsx';
import { type Confirmed, useMove } from '../shared-movement/use-move.ts';
import { trpcClient } from '../trpc.ts';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { toast } from '../ui/toast.ts';
import type { Account } from './account-columns.tsx';
import { type AdjustDraft, EMPTY_DRAFT, signedAmount } from './adjust-draft.ts';
import { CheckStep, DoneStep, FillStep } from './adjust-steps.tsx';

type AdjustDialogProps = { account: Account; onClose: () => void };

export function AdjustDialog({ account, onClose }: AdjustDialogProps) {
  const move = useMove({
    draft: EMPTY_DRAFT,
    send: ({ draft, idempotencyKey }: Confirmed<AdjustDraft, null>) =>
      trpcClient.admin.accounts.adjust.mutate({
        id: account.id,
        amount: signedAmount(draft),
        reason: draft.reason,
        idempotencyKey,
      }),
    invalidates: 'administration',
    onDone: () => toast({ title: 'Ajuste lançado' }),
    failure: { text: 'Não foi possível lançar o ajuste' },
  });
  return (
    <DialogFrame title="Ajuste manual" locked={move.isLocked} onClose={onClose}>
      <MoveFlow
        move={move}
        inDialog
        fill={(step) => <FillStep {...step} account={account} onClose={onClose} />}
        check={({ draft }) => <CheckStep draft={draft} account={account} move={move} />}
        receipt={({ receipt }) => <DoneStep entry={receipt} account={account} onClose={onClose} />}
      />
    </DialogFrame>
  );
}
