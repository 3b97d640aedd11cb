import { Box, Card } from '@chakra-ui/react';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { boletoDigits } from '#domain/account/boleto-line';
import { accountsAlone, trpc } from '../trpc.ts';
import { useHandedOver } from '../ui/hand-over.ts';
import { OpenOrders } from '../ui/open-orders.tsx';
import { BoletoFill } from './boleto-fill.tsx';
import type { BoletoSteps } from './boleto-steps.ts';
import { sendingAccount } from './fill-step.tsx';
import { type BoletoDraft, useBoletoPay } from './use-boleto-pay.ts';

const EMPTY: BoletoDraft = { line: '' };

/** A slip paid from the account: dados → conferir → comprovante. A line may come from the palette. */
export function BoletoTab({ open }: { open: boolean }) {
  const boleto = useBoletoPay(EMPTY);
  const { flow } = boleto;
  const [later, setLater] = useState<BoletoSteps | null>(null);
  const hasMoved = useRef(false);
  const accounts = trpc.account.list.useQuery(undefined, accountsAlone);
  const today = trpc.auth.me.useQuery().data?.today;
  useHandedOver('boleto', (text) => boleto.restart({ line: boletoDigits(text) }));

  // The browser's own way back leads from the summary to the code, which would be lost otherwise.
  const mayGoBack = flow.step === 'check' && flow.outcome === 'none';
  useBlocker({
    disabled: !(open && mayGoBack),
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false;
      boleto.back();
      return true;
    },
  });

  return (
    <Box maxWidth="40rem">
      {/* The receipt tells of its own payment. */}
      {flow.step === 'fill' && <OpenOrders kinds={['boleto']} />}
      <Card.Root>
        <Card.Body padding={{ base: '4', md: '6' }}>
          <Box onKeyDown={({ key }) => key === 'Escape' && mayGoBack && boleto.back()}>
            {flow.step === 'fill' && today !== undefined && (
              <BoletoFill
                key={flow.draft.line}
                draft={flow.draft}
                today={today}
                takesFocus={hasMoved.current}
                onReview={(draft, found, steps) => {
                  setLater(steps);
                  hasMoved.current = true;
                  boleto.review(draft, found);
                }}
              />
            )}
            {flow.step === 'check' && later && today !== undefined && (
              <later.BoletoCheck
                boleto={flow.found}
                today={today}
                from={sendingAccount(accounts.data)}
                outcome={flow.outcome}
                pending={boleto.isPending}
                refreshing={boleto.isRefreshing}
                refusal={boleto.refusal}
                onPay={boleto.pay}
                onBack={boleto.back}
                onRefresh={boleto.refresh}
              />
            )}
            {flow.step === 'receipt' && later && (
              <later.BoletoReceipt payment={flow.receipt} onAgain={() => boleto.restart(EMPTY)} />
            )}
          </Box>
        </Card.Body>
      </Card.Root>
    </Box>
  );
}
