import { Button, chakra, Stack, Link as StyledLink, Text } from '@chakra-ui/react';
import { CheckCheck, Download } from 'lucide-react';
import { savedCents } from '#domain/credit/payment-today';
import { ReceiptActions } from '../shared-movement/receipt-actions.tsx';
import type { RouterOutputs } from '../trpc.ts';
import { formatMoment } from '../ui/date.ts';
import { DialogButtons } from '../ui/dialog-frame.tsx';
import { Fact } from '../ui/fact.tsx';
import { Money } from '../ui/money.tsx';
import { OutcomeDisc } from '../ui/move-mark.tsx';
import { StepHeading } from '../ui/step-heading.tsx';
import { type Instalment, nameOf } from './credits.ts';

type PayDoneProps = {
  paid: RouterOutputs['credit']['payInstallments'];
  instalments: Instalment[];
  onClose: () => void;
};

export function PayDone({ paid, instalments, onClose }: PayDoneProps) {
  const discountCents = savedCents(paid.schedules);
  const [first] = paid.schedules;
  const isOne = paid.schedules.length === 1;
  return (
    <>
      <StepHeading
        label="Passos do pagamento"
        step={2}
        title={isOne ? 'Parcela paga' : 'Parcelas pagas'}
        takesFocus
      />
      <Stack gap="2" align="start">
        <OutcomeDisc icon={CheckCheck} />
        <Money decimal={paid.total} size="hero" exposed />
        {discountCents > 0 && (
          <Text color="positive.fg" fontWeight="600">
            Você economizou <Money cents={discountCents} exposed /> em juros.
          </Text>
        )}
      </Stack>
      <chakra.dl margin="0">
        {paid.schedules.map((row) => {
          const instalment = instalments.find(({ id }) => id === row.id);
          return (
            <Fact key={row.id} name={instalment ? nameOf(instalment) : 'Parcela'}>
              <Money decimal={row.paidAmount ?? undefined} exposed />
              {!isOne && row.transactionId !== null && <ReceiptLink transactionId={row.transactionId} />}
            </Fact>
          );
        })}
        {first?.paidAt && (
          <Fact name="Quando">
            <span className="num">{formatMoment(first.paidAt)}</span>
          </Fact>
        )}
      </chakra.dl>
      {isOne && first?.transactionId && <ReceiptActions transactionId={first.transactionId} fill />}
      <DialogButtons>
        <Button onClick={onClose}>Concluir</Button>
      </DialogButtons>
    </>
  );
}

function ReceiptLink({ transactionId }: { transactionId: string }) {
  return (
    <StyledLink
      href={`/api/transfers/${encodeURIComponent(transactionId)}/receipt`}
      target="_blank"
      rel="noreferrer"
      variant="underline"
      colorPalette="brand"
      display="flex"
      gap="1.5"
      alignItems="center"
      justifyContent="flex-end"
      minHeight="6"
    >
      <Download size={16} aria-hidden />
      Comprovante
    </StyledLink>
  );
}
