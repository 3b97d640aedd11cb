import { useReducer } from 'react';
import { paymentToday } from '#domain/credit/payment-today';
import { toDecimal } from '#domain/money';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { failureOf, type MoveFlow, nextStep } from '../ui/move-flow.ts';
import { httpStatusOf } from '../ui/server-error.ts';
import { toast, toastError } from '../ui/toast.ts';
import type { Instalment } from './credits.ts';

export type PaidTogether = RouterOutputs['credit']['payInstallments'];
/** What was paid, and of which credits. */
export type Receipt = { paid: PaidTogether; instalments: Instalment[] };
type Flow = MoveFlow<string[], Instalment[], Receipt>;

export const PAY_FAILURE = 'Não foi possível pagar';

type Start = { chosen: string[]; found: Instalment[] | null };

/** With the instalments already settled on, the summary comes first. */
const begin = ({ chosen, found }: Start): Flow =>
  found
    ? { step: 'check', draft: chosen, found, idempotencyKey: crypto.randomUUID(), outcome: 'none' }
    : { step: 'fill', draft: chosen };

/** Asks again for what a payment has made old. */
function useRefresh() {
  const { credit, account, auth } = trpc.useUtils();
  // A payment may change the rating, which is the user's.
  const old = [credit, account, auth.me, auth.notifications.list];
  return () => Promise.all(old.map((queries) => queries.invalidate()));
}

/** Paying instalments today, dados → conferir → comprovante, and the one call that moves the money. */
export function usePay(start: Start) {
  const utils = trpc.useUtils();
  const refresh = useRefresh();
  const [flow, dispatch] = useReducer(nextStep<string[], Instalment[], Receipt>, start, begin);
  /** Nothing was paid: what the instalments come to now takes the place of what was shown, under a new key. */
  function showNow() {
    if (flow.step !== 'check') return;
    const now = new Map(utils.credit.schedules.getData({})?.schedules.map((one) => [one.id, one]));
    dispatch({
      type: 'refreshed',
      seenKey: flow.idempotencyKey,
      found: flow.found.map((one) => ({ ...one, ...now.get(one.id) })),
      idempotencyKey: crypto.randomUUID(),
    });
  }
  const mutation = trpc.credit.payInstallments.useMutation({
    onSuccess: async (paid) => {
      if (flow.step === 'check') dispatch({ type: 'done', receipt: { paid, instalments: flow.found } });
      toast({ title: paid.schedules.length === 1 ? 'Parcela paga' : 'Parcelas pagas' });
      await refresh();
    },
    onError: async (error) => {
      const failure = failureOf(httpStatusOf(error));
      dispatch({ type: 'failed', failure });
      // It may have been paid: the list behind tells.
      if (failure === 'unanswered') return void refresh();
      toastError('Erro ao pagar', error, PAY_FAILURE);
      if (failure === 'refused') await refresh();
      if (error.data?.code === 'AMOUNT_CHANGED') showNow();
    },
  });
  return {
    flow,
    mutation,
    review: (found: Instalment[]) => {
      mutation.reset();
      dispatch({
        type: 'review',
        draft: found.map(({ id }) => id),
        found,
        idempotencyKey: crypto.randomUUID(),
      });
    },
    back: () => {
      if (mutation.isPending) return;
      mutation.reset();
      dispatch({ type: 'back' });
    },
    send: () => {
      if (flow.step !== 'check' || mutation.isPending) return;
      mutation.mutate({
        ids: flow.found.map(({ id }) => id),
        total: toDecimal(paymentToday(flow.found).totalCents),
        idempotencyKey: flow.idempotencyKey,
      });
    },
  };
}
