import { useEffect, useEffectEvent, useRef } from 'react';
import { parseDecimal } from '#domain/money';
import { payWithCover, statusOf, useMissing } from '../shared-movement/cover.ts';
import { MoveFlow } from '../shared-movement/move-flow.tsx';
import { type Confirmed, useMove } from '../shared-movement/use-move.ts';
import { trpcClient } from '../trpc.ts';
import { toast } from '../ui/toast.ts';
import { FillStep } from './fill-step.tsx';
import type { TransferDraft } from './form-schema.ts';
import type { Payee } from './holder.ts';

const EMPTY_DRAFT: TransferDraft = { accountNumber: '', amount: '', description: '' };

type TransferTabProps = {
  prefill: TransferDraft;
  open: boolean;
  /** Clears the URL's search, so that a reload does not fill in the same transfer again. */
  onSent: () => void;
};

export function TransferTab({ prefill, open, onSent }: TransferTabProps) {
  const missing = useMissing('checking');
  const move = useMove({
    draft: prefill,
    later: () =>
      Promise.all([
        import('./check-step.tsx'),
        import('./receipt-step.tsx'),
        import('../shared-movement/after-cover.tsx'),
      ]),
    review: async ({ amount }, found) => {
      const coverCents = await missing(parseDecimal(String(amount)) ?? 0);
      return coverCents === null ? null : { ...found, coverCents };
    },
    send: (confirmed: Confirmed<TransferDraft, Payee>) =>
      payWithCover(confirmed, { transfer: confirmed.draft }, () =>
        trpcClient.account.transfer.mutate({ ...confirmed.draft, idempotencyKey: confirmed.idempotencyKey }),
      ),
    invalidates: 'transfer',
    onDone: (paid) => {
      if (statusOf(paid) === 'done') toast({ title: 'Transferência enviada!' });
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
      receipt={({ draft, receipt, later: [, { ReceiptStep }, { AfterCover }] }) => (
        <AfterCover
          paid={receipt}
          answerOf={({ transfer }) => transfer}
          amount={String(draft.amount)}
          label="Passos da transferência"
          invalidates="transfer"
          onAgain={() => move.restart(draft)}
        >
          {(transfer) => <ReceiptStep transfer={transfer} onAgain={() => move.restart(EMPTY_DRAFT)} />}
        </AfterCover>
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
