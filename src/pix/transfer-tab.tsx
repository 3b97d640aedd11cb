import { Card } from '@chakra-ui/react';
import { MoveFlow } from '../shared-movement/move-flow.tsx';
import type { Confirmed } from '../shared-movement/use-move.ts';
import { trpcClient } from '../trpc.ts';
import { useHandedOver } from '../ui/hand-over.ts';
import type { PixDraft } from './form-schema.ts';
import type { Payee } from './transfer-check.tsx';
import { TransferFill } from './transfer-fill.tsx';
import { useOrderMove } from './use-order-move.ts';

const EMPTY: PixDraft = { pixKey: '', amount: '', description: '' };

export function TransferTab({ open }: { open: boolean }) {
  const move = useOrderMove({
    draft: EMPTY,
    later: () => Promise.all([import('./transfer-check.tsx'), import('./order-receipt.tsx')]),
    send: ({ draft, idempotencyKey }: Confirmed<PixDraft, Payee>) =>
      trpcClient.pix.transfer.mutate({ ...draft, idempotencyKey }),
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
          receipt={({ receipt, later: [, { OrderReceipt }] }) => (
            <OrderReceipt
              transfer={receipt}
              label="Passos do PIX"
              title="Comprovante do PIX"
              again="Fazer outro PIX"
              onAgain={() => move.restart(EMPTY)}
            />
          )}
        />
      </Card.Body>
    </Card.Root>
  );
}
