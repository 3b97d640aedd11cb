import { useEffect, useEffectEvent, useRef } from 'react';
import { MoveFlow } from '../shared-movement/move-flow.tsx';
import { type Confirmed, useMove } from '../shared-movement/use-move.ts';
import { trpcClient } from '../trpc.ts';
import { toast } from '../ui/toast.ts';
import { FillStep } from './fill-step.tsx';
import type { TransferDraft } from './form-schema.ts';
import type { Holder } from './holder.ts';

const EMPTY_DRAFT: TransferDraft = { accountNumber: '', amount: '', description: '' };

type TransferTabProps = {
  /** What the address filled in. */
  prefill: TransferDraft;
  /** Whether this tab is the open one. */
  open: boolean;
  /** Forgets what the address filled in: a page loaded anew must not ask for the same money again. */
  onSent: () => void;
};

/** Money to another account of the bank: dados → conferir → comprovante. */
export function TransferTab({ prefill, open, onSent }: TransferTabProps) {
  const move = useMove({
    draft: prefill,
    later: () => Promise.all([import('./check-step.tsx'), import('./receipt-step.tsx')]),
    send: ({ draft, idempotencyKey }: Confirmed<TransferDraft, Holder>) =>
      trpcClient.account.transfer.mutate({ ...draft, idempotencyKey }),
    makesOld: 'transfer',
    onDone: () => {
      toast({ title: 'Transferência enviada!' });
      onSent();
    },
    failure: { title: 'Transfer failed', text: 'Transfer failed' },
  });
  useNewPrefill(prefill, move.restart);

  return (
    <MoveFlow
      move={move}
      open={open}
      fill={(step) => <FillStep {...step} />}
      check={({ draft, found, later: [{ CheckStep }] }) => (
        <CheckStep draft={draft} holder={found} move={move} />
      )}
      receipt={({ receipt, later: [, { ReceiptStep }] }) => (
        <ReceiptStep transfer={receipt} onAgain={() => move.restart(EMPTY_DRAFT)} />
      )}
    />
  );
}

/** The address has changed while the screen is open, and asks for another transfer; forgetting one asks for none. */
function useNewPrefill(prefill: TransferDraft, onPrefill: (draft: TransferDraft) => void): void {
  const text = Object.values(prefill).join('|');
  const shown = useRef(text);
  const begin = useEffectEvent(() => prefill.accountNumber !== '' && onPrefill(prefill));
  useEffect(() => {
    if (text === shown.current) return;
    shown.current = text;
    begin();
  }, [text]);
}
