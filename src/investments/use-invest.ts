import { useReducer, useState } from 'react';
import { trpc } from '../trpc.ts';
import { failureOf, type MoveFlow, nextStep } from '../ui/move-flow.ts';
import { httpStatusOf } from '../ui/server-error.ts';
import { toast, toastError } from '../ui/toast.ts';
import type { InvestDraft } from './form-schema.ts';
import type { Investment, Product } from './shapes.ts';

export type InvestFlow = MoveFlow<InvestDraft, Product, Investment>;

/** A new investment, dados → conferir → feito, and the one call that moves the money. */
export function useInvest(productId: string) {
  const utils = trpc.useUtils();
  const [flow, dispatch] = useReducer(nextStep<InvestDraft, Product, Investment>, {
    step: 'fill',
    draft: { productId, amount: '' },
  });
  // Counted, so that each start has a form of its own; the one that the screen opens with takes no focus.
  const [starts, setStarts] = useState(0);

  const mutation = trpc.investment.create.useMutation({
    onSuccess: async (receipt) => {
      dispatch({ type: 'done', receipt });
      toast({ title: 'Investimento realizado' });
      await Promise.all([
        utils.investment.list.invalidate(),
        utils.contract.list.invalidate(),
        utils.account.invalidate(),
        utils.auth.notifications.list.invalidate(),
      ]);
    },
    onError: (error) => {
      const failure = failureOf(httpStatusOf(error));
      dispatch({ type: 'failed', failure });
      if (failure === 'unanswered') return;
      toastError('Erro ao investir', error, 'Não foi possível realizar o investimento');
      if (failure === 'refused') {
        void utils.account.list.invalidate();
        void utils.investment.products.list.invalidate();
      }
    },
  });

  return {
    flow,
    starts,
    mutation,
    /** Begins again with a product; not while money may be on its way. */
    start: (draft: InvestDraft) => {
      if (mutation.isPending) return;
      mutation.reset();
      dispatch({ type: 'restart', draft });
      setStarts((before) => before + 1);
    },
    review: (draft: InvestDraft, product: Product) => {
      mutation.reset();
      dispatch({ type: 'review', draft, found: product, idempotencyKey: crypto.randomUUID() });
      setStarts((before) => before + 1);
    },
    back: () => {
      if (mutation.isPending) return;
      mutation.reset();
      dispatch({ type: 'back' });
    },
    send: () => {
      if (flow.step !== 'check' || mutation.isPending) return;
      mutation.mutate({ ...flow.draft, idempotencyKey: flow.idempotencyKey });
    },
  };
}

export type Invest = ReturnType<typeof useInvest>;
