import { useMutation } from '@tanstack/react-query';
import { useReducer } from 'react';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { tellUnfinished } from '../ui/hand-over.ts';
import { failureOf, type MoveFlow, nextStep } from '../ui/move-flow.ts';
import { httpStatusOf, messageOf, serverErrorOf } from '../ui/server-error.ts';
import { toast, toastError } from '../ui/toast.ts';

/** What the bank answers to a PIX and to a move. */
export type Transfer = RouterOutputs['pix']['transfer'];

const FAILURE = 'Erro ao transferir';
const FALLBACK = 'Não foi possível concluir. Tente de novo em instantes.';

/** Asks again for what moved money has made old. */
export function useFreshMoney() {
  const utils = trpc.useUtils();
  const { balance, orders } = utils.pix;
  return () => Promise.all([balance, orders, utils.account].map((stale) => stale.invalidate()));
}

/** Money out of the external account or between one's own, dados → conferir → comprovante; `send` is the one call that moves it. */
export function useMoneyMove<Draft, Found>(
  start: Draft,
  send: (draft: Draft, idempotencyKey: string) => Promise<Transfer>,
) {
  const [flow, dispatch] = useReducer(nextStep<Draft, Found, Transfer>, {
    step: 'fill',
    draft: start,
  } satisfies MoveFlow<Draft, Found, Transfer>);
  const freshMoney = useFreshMoney();
  const mutation = useMutation({
    mutationFn: ({ draft, idempotencyKey }: { draft: Draft; idempotencyKey: string }) =>
      send(draft, idempotencyKey),
    onSuccess: (transfer) => {
      dispatch({ type: 'done', receipt: transfer });
      if (transfer.status === 'failed')
        toast({ title: FAILURE, description: 'O valor voltou para a sua conta.', tone: 'error' });
      else toast({ title: 'Transferência enviada!' });
      void freshMoney();
    },
    onError: (error) => {
      const failure = failureOf(httpStatusOf(error), serverErrorOf(error)?.code);
      dispatch({ type: 'failed', failure });
      if (failure !== 'unanswered') toastError(FAILURE, error, FALLBACK);
      if (failure === 'refused') void freshMoney();
    },
  });

  const isUnknown = flow.step === 'check' && flow.outcome === 'unknown';
  return {
    flow,
    isPending: mutation.isPending,
    isUnknown,
    refusal: httpStatusOf(mutation.error) === null ? null : messageOf(mutation.error, FALLBACK),
    review: (draft: Draft, found: Found) => {
      mutation.reset();
      dispatch({ type: 'review', draft, found, idempotencyKey: crypto.randomUUID() });
    },
    back: () => {
      if (mutation.isPending) return;
      mutation.reset();
      dispatch({ type: 'back' });
    },
    send: () => {
      if (flow.step !== 'check' || mutation.isPending) return;
      mutation.mutate({ draft: flow.draft, idempotencyKey: flow.idempotencyKey });
    },
    restart: (draft: Draft) => {
      if (mutation.isPending || isUnknown) return tellUnfinished();
      mutation.reset();
      dispatch({ type: 'restart', draft });
    },
  };
}
