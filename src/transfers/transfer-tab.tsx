import { Box } from '@chakra-ui/react';
import { useBlocker } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { accountsAlone, trpc } from '../trpc.ts';
import { failureOf, type MoveEvent, type MoveFlow, nextStep } from '../ui/move-flow.ts';
import { httpStatusOf, messageOf } from '../ui/server-error.ts';
import { toast, toastError } from '../ui/toast.ts';
import { FillStep, sendingAccount } from './fill-step.tsx';
import type { TransferDraft } from './form-schema.ts';
import type { Holder } from './holder.ts';
import type { LaterSteps } from './later-steps.ts';
import type { Transfer } from './receipt-step.tsx';

type Flow = MoveFlow<TransferDraft, Holder, Transfer>;

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
  const start: Flow = { step: 'fill', draft: prefill };
  const [flow, dispatch] = useReducer(nextStep<TransferDraft, Holder, Transfer>, start);
  const [later, setLater] = useState<LaterSteps | null>(null);
  const hasMoved = useRef(false);
  const accounts = trpc.account.list.useQuery(undefined, accountsAlone);
  const { mutation, send } = useSend(flow, dispatch, onSent);
  useNewPrefill(prefill, (draft) => {
    if (mutation.isPending) return;
    mutation.reset();
    dispatch({ type: 'restart', draft });
  });

  function goBack() {
    if (mutation.isPending) return;
    mutation.reset();
    dispatch({ type: 'back' });
  }

  // The browser's own way back leads from the summary to the form, which would be lost otherwise.
  const mayGoBack = flow.step === 'check' && flow.outcome === 'none';
  useBlocker({
    disabled: !(open && mayGoBack),
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false;
      goBack();
      return true;
    },
  });

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && mayGoBack) goBack();
  }

  return (
    <Box onKeyDown={onKeyDown}>
      {flow.step === 'fill' && (
        <FillStep
          key={textOf(flow.draft)}
          draft={flow.draft}
          takesFocus={hasMoved.current}
          accounts={accounts}
          onReview={(draft, holder, steps) => {
            setLater(steps);
            hasMoved.current = true;
            mutation.reset();
            dispatch({ type: 'review', draft, found: holder, idempotencyKey: crypto.randomUUID() });
          }}
        />
      )}
      {flow.step === 'check' && later && (
        <later.CheckStep
          draft={flow.draft}
          holder={flow.found}
          from={sendingAccount(accounts.data)}
          outcome={flow.outcome}
          pending={mutation.isPending}
          refusal={
            httpStatusOf(mutation.error) === null ? null : messageOf(mutation.error, 'Transfer failed')
          }
          onSend={send}
          onBack={goBack}
        />
      )}
      {flow.step === 'receipt' && later && (
        <later.ReceiptStep
          transfer={flow.receipt}
          onAgain={() => dispatch({ type: 'restart', draft: EMPTY_DRAFT })}
        />
      )}
    </Box>
  );
}

const textOf = (draft: TransferDraft): string => Object.values(draft).join('|');

/** The address has changed while the screen is open, and asks for another transfer; forgetting one asks for none. */
function useNewPrefill(prefill: TransferDraft, onPrefill: (draft: TransferDraft) => void): void {
  const text = textOf(prefill);
  const shown = useRef(text);
  const begin = useEffectEvent(() => prefill.accountNumber !== '' && onPrefill(prefill));
  useEffect(() => {
    if (text === shown.current) return;
    shown.current = text;
    begin();
  }, [text]);
}

/** The one call that moves the money, with the key of the summary that is open. */
function useSend(
  flow: Flow,
  dispatch: (event: MoveEvent<TransferDraft, Holder, Transfer>) => void,
  onSent: () => void,
) {
  const utils = trpc.useUtils();
  const mutation = trpc.account.transfer.useMutation({
    onSuccess: async (receipt) => {
      dispatch({ type: 'done', receipt });
      toast({ title: 'Transferência enviada!' });
      onSent();
      const { list, ledger, monthSummary, recipients } = utils.account;
      await Promise.all([list, ledger, monthSummary, recipients].map((query) => query.invalidate()));
    },
    onError: (error) => {
      const failure = failureOf(httpStatusOf(error));
      dispatch({ type: 'failed', failure });
      if (failure !== 'unanswered') toastError('Transfer failed', error, 'Transfer failed');
      if (failure === 'refused') void utils.account.list.invalidate();
    },
  });

  function send() {
    if (flow.step !== 'check' || mutation.isPending) return;
    mutation.mutate({ ...flow.draft, idempotencyKey: flow.idempotencyKey });
  }

  return { mutation, send };
}
