import { Card } from '@chakra-ui/react';
import { parseDecimal } from '#domain/money';
import { isUnderWay, payWithCover, statusOf, useMissing } from '../shared-movement/cover.ts';
import { MoveFlow } from '../shared-movement/move-flow.tsx';
import type { Confirmed } from '../shared-movement/use-move.ts';
import { trpcClient } from '../trpc.ts';
import { useHandedOver } from '../ui/hand-over.ts';
import type { PixDraft } from './form-schema.ts';
import type { Payee } from './transfer-check.tsx';
import { TransferFill } from './transfer-fill.tsx';
import { SENT, toastTransfer, useOrderMove } from './use-order-move.ts';

const EMPTY: PixDraft = { pixKey: '', amount: '', description: '' };

export function TransferTab({ open }: { open: boolean }) {
  const missing = useMissing('external');
  const move = useOrderMove({
    draft: EMPTY,
    later: () =>
      Promise.all([
        import('./transfer-check.tsx'),
        import('./order-receipt.tsx'),
        import('../shared-movement/after-cover.tsx'),
      ]),
    review: async ({ amount }, found) => {
      const coverCents = await missing(parseDecimal(amount) ?? 0);
      return coverCents === null ? null : { ...found, coverCents };
    },
    send: (confirmed: Confirmed<PixDraft, Payee>) =>
      payWithCover(confirmed, { pix: confirmed.draft }, () =>
        trpcClient.pix.transfer.mutate({ ...confirmed.draft, idempotencyKey: confirmed.idempotencyKey }),
      ),
    onDone: (paid) => {
      if (!isUnderWay(paid)) toastTransfer(statusOf(paid), SENT);
    },
  });
  useHandedOver('pix', (pixKey) => move.restart({ ...EMPTY, pixKey }));

  return (
    <Card.Root maxWidth="40rem">
      <Card.Body>
        <MoveFlow
          move={move}
          open={open}
          fill={(step) => <TransferFill {...step} />}
          check={({ draft, found, later: [{ TransferCheck }] }) => (
            <TransferCheck draft={draft} payee={found} move={move} />
          )}
          receipt={({ draft, receipt, later: [, { OrderReceipt }, { AfterCover }] }) => (
            <AfterCover
              paid={receipt}
              answerOf={({ pix }) => pix}
              amount={draft.amount}
              label="Passos do PIX"
              invalidates="order"
              onAgain={() => move.restart(draft)}
            >
              {(transfer) => (
                <OrderReceipt
                  transfer={transfer}
                  label="Passos do PIX"
                  title="Comprovante do PIX"
                  again="Fazer outro PIX"
                  onAgain={() => move.restart(EMPTY)}
                />
              )}
            </AfterCover>
          )}
        />
      </Card.Body>
    </Card.Root>
  );
}
