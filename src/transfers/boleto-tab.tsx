import { Box, Card } from '@chakra-ui/react';
import { boletoDigits } from '#domain/account/boleto-line';
import { payWithCover, statusOf } from '../shared-movement/cover.ts';
import { MoveFlow } from '../shared-movement/move-flow.tsx';
import { OpenOrders } from '../shared-movement/open-orders.tsx';
import { type Confirmed, useMove } from '../shared-movement/use-move.ts';
import { trpc, trpcClient } from '../trpc.ts';
import { useHandedOver } from '../ui/hand-over.ts';
import { toastError } from '../ui/toast.ts';
import { BoletoFill } from './boleto-fill.tsx';
import { useBoletoLookup } from './boleto-lookup.ts';
import {
  BOLETO_FAILURE,
  type BoletoDraft,
  type BoletoFound,
  expectedInsteadOf,
  toastPayment,
} from './boleto-payment.ts';

const EMPTY: BoletoDraft = { line: '' };

export function BoletoTab({ open }: { open: boolean }) {
  const move = useBoletoPay();
  const today = trpc.auth.me.useQuery().data?.today;
  useHandedOver('boleto', (text) => move.restart({ line: boletoDigits(text) }));

  return (
    <Box maxWidth="40rem">
      {/* The receipt already shows its own payment. */}
      {move.flow.step === 'fill' && <OpenOrders kinds={['boleto']} />}
      <Card.Root>
        <Card.Body>
          <MoveFlow
            move={move}
            open={open}
            fill={(step) => today !== undefined && <BoletoFill {...step} today={today} />}
            check={({ draft, found, later: [{ BoletoCheck }] }) =>
              today !== undefined && (
                <BoletoCheck
                  boleto={found}
                  expectedInstead={expectedInsteadOf(draft, found)}
                  today={today}
                  move={move}
                />
              )
            }
            receipt={({ draft, found, receipt, later: [, { BoletoReceipt }, { AfterCover }] }) => (
              <AfterCover
                paid={receipt}
                answerOf={({ boleto }) => boleto}
                amount={found.amount ?? ''}
                label="Passos do pagamento"
                invalidates="order"
                onAgain={() => move.restart(draft)}
              >
                {(payment) => <BoletoReceipt payment={payment} onAgain={() => move.restart(EMPTY)} />}
              </AfterCover>
            )}
          />
        </Card.Body>
      </Card.Root>
    </Box>
  );
}

function useBoletoPay() {
  const { account } = trpc.useUtils();
  const lookUp = useBoletoLookup();
  return useMove({
    draft: EMPTY,
    later: () =>
      Promise.all([
        import('./boleto-check.tsx'),
        import('./boleto-receipt.tsx'),
        import('../shared-movement/after-cover.tsx'),
      ]),
    review: async ({ line }) => {
      try {
        await account.list.invalidate();
        return await lookUp(line);
      } catch (error) {
        toastError('O boleto não foi consultado', error, 'Tente de novo em instantes.');
        return null;
      }
    },
    send: ({ found, idempotencyKey }: Confirmed<BoletoDraft, BoletoFound>) => {
      const { line, coverCents } = found;
      const amount = found.amount ?? undefined;
      return payWithCover(
        { found: { coverCents: coverCents ?? 0 }, idempotencyKey },
        { boleto: { line, amount: amount ?? '' } },
        () => trpcClient.account.boleto.pay.mutate({ line, amount, idempotencyKey }),
      );
    },
    invalidates: 'order',
    onDone: (paid) => toastPayment(statusOf(paid)),
    failure: { title: BOLETO_FAILURE, text: 'Não foi possível pagar o boleto. Tente de novo em instantes.' },
  });
}
