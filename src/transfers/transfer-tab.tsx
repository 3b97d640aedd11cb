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
  prefill: TransferDraft;
  open: boolean;
  /** Clears the URL's search, so that a reload does not fill in the same transfer again. */
  onSent: () => void;
};

export function TransferTab({ prefill, open, onSent }: TransferTabProps) {
  const move = useMove({
    draft: prefill,
    later: () => Promise.all([import('./check-step.tsx'), import('./receipt-step.tsx')]),
    send: ({ draft, idempotencyKey }: Confirmed<TransferDraft, Holder>) =>
      trpcClient.account.transfer.mutate({ ...draft, idempotencyKey }),
    invalidates: 'transfer',
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

/** Restarts the form when the URL prefills another transfer; a cleared URL changes nothing. */
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
