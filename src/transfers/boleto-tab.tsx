import { Box, Card } from '@chakra-ui/react';
import { boletoDigits } from '#domain/account/boleto-line';
import { MoveFlow } from '../shared-movement/move-flow.tsx';
import { OpenOrders } from '../shared-movement/open-orders.tsx';
import { type Confirmed, useMove } from '../shared-movement/use-move.ts';
import { trpc, trpcClient } from '../trpc.ts';
import { useHandedOver } from '../ui/hand-over.ts';
import { toastError } from '../ui/toast.ts';
import { BoletoFill } from './boleto-fill.tsx';
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
            receipt={({ receipt, later: [, { BoletoReceipt }] }) => (
              <BoletoReceipt payment={receipt} onAgain={() => move.restart(EMPTY)} />
            )}
          />
        </Card.Body>
      </Card.Root>
    </Box>
  );
}

function useBoletoPay() {
  const { account } = trpc.useUtils();
  return useMove({
    draft: EMPTY,
    later: () => Promise.all([import('./boleto-check.tsx'), import('./boleto-receipt.tsx')]),
    review: async ({ line }) => {
      try {
        const [found] = await Promise.all([
          account.boleto.preview.fetch({ line }, { staleTime: 0 }),
          account.list.invalidate(),
        ]);
        return found;
      } catch (error) {
        toastError('O boleto não foi consultado', error, 'Tente de novo em instantes.');
        return null;
      }
    },
    send: ({ found: { line, amount }, idempotencyKey }: Confirmed<BoletoDraft, BoletoFound>) =>
      trpcClient.account.boleto.pay.mutate({ line, amount: amount ?? undefined, idempotencyKey }),
    invalidates: 'order',
    onDone: ({ status }) => toastPayment(status),
    failure: { title: BOLETO_FAILURE, text: 'Não foi possível pagar o boleto. Tente de novo em instantes.' },
  });
}
