import { Box, Card } from '@chakra-ui/react';
import { useBlocker } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { trpcClient } from '../trpc.ts';
import { useHandedOver } from '../ui/hand-over.ts';
import type { PixDraft } from './form-schema.ts';
import type { LaterSteps } from './later-steps.ts';
import type { Payee } from './transfer-check.tsx';
import { TransferFill } from './transfer-fill.tsx';
import { useMoneyMove } from './use-money-move.ts';

const EMPTY: PixDraft = { pixKey: '', amount: '', description: '' };

const sendPix = (draft: PixDraft, idempotencyKey: string) =>
  trpcClient.pix.transfer.mutate({ ...draft, idempotencyKey });

/** A PIX out of the external account: dados → conferir → comprovante. `open`: this tab is the one in sight. */
export function TransferTab({ open }: { open: boolean }) {
  const move = useMoneyMove<PixDraft, Payee>(EMPTY, sendPix);
  const [later, setLater] = useState<LaterSteps | null>(null);
  const [starts, setStarts] = useState(0);
  const hasMoved = useRef(false);
  const { flow } = move;
  useHandedOver('pix', (pixKey) => {
    hasMoved.current = true;
    setStarts((before) => before + 1);
    move.restart({ ...EMPTY, pixKey });
  });

  // The browser's own way back leads from the summary to the form, which would be lost otherwise.
  const mayGoBack = flow.step === 'check' && flow.outcome === 'none';
  useBlocker({
    disabled: !(open && mayGoBack),
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false;
      move.back();
      return true;
    },
  });

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && mayGoBack) move.back();
  }

  return (
    <Card.Root maxWidth="40rem">
      <Card.Body padding={{ base: '4', md: '6' }}>
        <Box onKeyDown={onKeyDown}>
          {flow.step === 'fill' && (
            <TransferFill
              key={starts}
              draft={flow.draft}
              takesFocus={hasMoved.current}
              onReview={(draft, payee, steps) => {
                setLater(steps);
                hasMoved.current = true;
                move.review(draft, payee);
              }}
            />
          )}
          {flow.step === 'check' && later && (
            <later.TransferCheck draft={flow.draft} payee={flow.found} move={move} />
          )}
          {flow.step === 'receipt' && later && (
            <later.OrderReceipt
              transfer={flow.receipt}
              label="Passos do PIX"
              title="Comprovante do PIX"
              again="Fazer outro PIX"
              onAgain={() => move.restart(EMPTY)}
            />
          )}
        </Box>
      </Card.Body>
    </Card.Root>
  );
}
