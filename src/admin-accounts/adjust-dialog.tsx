import { useReducer, useRef } from 'react';
import { failureOf, type MoveState, nextStep } from '../shared-movement/move-state.ts';
import { trpc } from '../trpc.ts';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { httpStatusOf, messageOf } from '../ui/server-error.ts';
import { toast } from '../ui/toast.ts';
import type { Account } from './account-columns.tsx';
import { type AdjustDraft, EMPTY_DRAFT, signedAmount } from './adjust-draft.ts';
import { CheckStep, DoneStep, type Entry, FillStep } from './adjust-steps.tsx';

type AdjustDialogProps = { account: Account; onClose: () => void };

type Flow = MoveState<AdjustDraft, null, Entry>;

/** An adjustment by hand: dados → conferir → feito. One confirmation has one key, so that it is posted once. */
export function AdjustDialog({ account, onClose }: AdjustDialogProps) {
  const start: Flow = { step: 'fill', draft: EMPTY_DRAFT };
  const [flow, dispatch] = useReducer(nextStep<AdjustDraft, null, Entry>, start);
  const hasMoved = useRef(false);
  const utils = trpc.useUtils();
  const mutation = trpc.admin.accounts.adjust.useMutation({
    onSuccess: (receipt) => {
      dispatch({ type: 'done', receipt });
      toast({ title: 'Ajuste lançado' });
      void utils.admin.accounts.list.invalidate();
      void utils.admin.users.list.invalidate();
    },
    onError: (error) => dispatch({ type: 'failed', failure: failureOf(httpStatusOf(error)) }),
  });

  function send() {
    if (flow.step !== 'check' || mutation.isPending) return;
    const { draft, idempotencyKey } = flow;
    mutation.mutate({
      id: account.id,
      amount: signedAmount(draft),
      reason: draft.reason,
      idempotencyKey,
    });
  }

  return (
    <DialogFrame title="Ajuste manual" locked={mutation.isPending} onClose={onClose}>
      {flow.step === 'fill' && (
        <FillStep
          draft={flow.draft}
          account={account}
          takesFocus={hasMoved.current}
          onClose={onClose}
          onReview={(draft) => {
            hasMoved.current = true;
            mutation.reset();
            dispatch({ type: 'review', draft, found: null, idempotencyKey: crypto.randomUUID() });
          }}
        />
      )}
      {flow.step === 'check' && (
        <CheckStep
          draft={flow.draft}
          account={account}
          isUnknown={flow.outcome === 'unknown'}
          pending={mutation.isPending}
          refusal={
            httpStatusOf(mutation.error) === null
              ? null
              : messageOf(mutation.error, 'Não foi possível lançar o ajuste')
          }
          onSend={send}
          onBack={() => dispatch({ type: 'back' })}
        />
      )}
      {flow.step === 'receipt' && <DoneStep entry={flow.receipt} account={account} onClose={onClose} />}
    </DialogFrame>
  );
}
