import { useReducer, useState } from 'react';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { tellUnfinished } from '../ui/hand-over.ts';
import { failureOf, type MoveEvent, type MoveFlow, nextStep } from '../ui/move-flow.ts';
import { httpStatusOf, messageOf, serverErrorOf } from '../ui/server-error.ts';
import { toast, toastError } from '../ui/toast.ts';

export type BoletoDraft = { line: string };
/** What the bank says of a slip. */
export type BoletoFound = RouterOutputs['account']['boleto']['preview'];
export type BoletoPayment = RouterOutputs['account']['boleto']['pay'];

type Flow = MoveFlow<BoletoDraft, BoletoFound, BoletoPayment>;

/** Section 8's title, and what follows where the bank says nothing itself. */
export const BOLETO_FAILURE = 'Erro no pagamento';
const FALLBACK = 'Não foi possível pagar o boleto. Tente de novo em instantes.';
export const MONEY_IS_BACK = 'O valor voltou para a sua conta.';

/** Asks again for what a payment has made old. */
export function useFreshBalance() {
  const utils = trpc.useUtils();
  const { list, ledger, monthSummary } = utils.account;
  return () => Promise.all([list, ledger, monthSummary, utils.pix.orders].map((query) => query.invalidate()));
}

/** Paying a slip, dados → conferir → comprovante; `pay` is the one call that moves money. */
export function useBoletoPay(start: BoletoDraft) {
  const [flow, dispatch] = useReducer(nextStep<BoletoDraft, BoletoFound, BoletoPayment>, {
    step: 'fill',
    draft: start,
  } satisfies Flow);
  const freshBalance = useFreshBalance();
  const { isRefreshing, refresh } = useRefresh(flow, dispatch);
  const mutation = trpc.account.boleto.pay.useMutation({
    onSuccess: (receipt) => {
      dispatch({ type: 'done', receipt });
      tell(receipt);
      void freshBalance();
    },
    onError: (error) => {
      const failure = failureOf(httpStatusOf(error), serverErrorOf(error)?.code);
      dispatch({ type: 'failed', failure });
      if (failure !== 'unanswered') toastError(BOLETO_FAILURE, error, FALLBACK);
      if (failure === 'refused') void freshBalance();
      if (error.data?.code === 'BOLETO_CHANGED') void refresh();
    },
  });

  const isUnknown = flow.step === 'check' && flow.outcome === 'unknown';
  return {
    flow,
    isPending: mutation.isPending,
    isRefreshing,
    refusal: httpStatusOf(mutation.error) === null ? null : messageOf(mutation.error, FALLBACK),
    refresh: () => {
      if (!mutation.isPending) void refresh();
    },
    review: (draft: BoletoDraft, found: BoletoFound) => {
      mutation.reset();
      dispatch({ type: 'review', draft, found, idempotencyKey: crypto.randomUUID() });
    },
    back: () => {
      if (mutation.isPending) return;
      mutation.reset();
      dispatch({ type: 'back' });
    },
    pay: () => {
      if (flow.step !== 'check' || mutation.isPending || isRefreshing) return;
      const { line, amount } = flow.found;
      mutation.mutate({ line, amount: amount ?? undefined, idempotencyKey: flow.idempotencyKey });
    },
    restart: (draft: BoletoDraft) => {
      if (mutation.isPending || isUnknown) return tellUnfinished();
      mutation.reset();
      dispatch({ type: 'restart', draft });
    },
  };
}

/** Nothing was paid: what the slip and the balance come to now takes the place of what was shown, under a new key. */
function useRefresh(
  flow: Flow,
  dispatch: (event: MoveEvent<BoletoDraft, BoletoFound, BoletoPayment>) => void,
) {
  const utils = trpc.useUtils();
  const [refreshingKey, setRefreshingKey] = useState<string | null>(null);

  async function refresh() {
    if (flow.step !== 'check') return;
    const { draft, idempotencyKey: seenKey } = flow;
    setRefreshingKey(seenKey);
    try {
      const [found] = await Promise.all([
        utils.account.boleto.preview.fetch(draft, { staleTime: 0 }),
        utils.account.list.invalidate(),
      ]);
      dispatch({ type: 'refreshed', seenKey, found, idempotencyKey: crypto.randomUUID() });
    } catch (error) {
      toastError('O boleto não foi consultado', error, 'Tente de novo em instantes.');
    } finally {
      setRefreshingKey((key) => (key === seenKey ? null : key));
    }
  }

  return { isRefreshing: flow.step === 'check' && flow.idempotencyKey === refreshingKey, refresh };
}

/** What became of the payment, in a corner. */
function tell({ status }: Pick<BoletoPayment, 'status'>): void {
  if (status === 'done') toast({ title: 'Boleto pago' });
  else if (status === 'processing') toast({ title: 'Pagamento em processamento', tone: 'info' });
  else toast({ title: BOLETO_FAILURE, description: MONEY_IS_BACK, tone: 'error' });
}
