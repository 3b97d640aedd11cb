import { useState } from 'react';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { httpStatusOf, messageOf } from '../ui/server-error.ts';
import type { Instalment } from './credits.ts';
import { PayCheck } from './pay-check.tsx';
import { PayDone } from './pay-done.tsx';
import { PayFill } from './pay-fill.tsx';
import { PAY_FAILURE, usePay } from './use-pay.ts';

type PayDialogProps = {
  /** What may be paid now, oldest due first. */
  payable: Instalment[];
  /** Ids of those that are chosen as it opens. */
  chosen: string[];
  /** They were chosen elsewhere: it opens with the summary. */
  isChosen: boolean;
  onClose: () => void;
};

/** Paying one instalment or several, today: which ones, what that saves or adds, and the receipt. */
export function PayDialog({ payable, chosen, isChosen, onClose }: PayDialogProps) {
  const pay = usePay({ chosen, found: isChosen ? payable : null });
  const { flow, mutation } = pay;
  // As it opened: fewer of them are left once some are paid.
  const [isMany] = useState(payable.length > 1);
  const isUnknown = flow.step === 'check' && flow.outcome === 'unknown';
  return (
    <DialogFrame
      title={
        flow.step === 'receipt' ? 'Pagamento feito' : isMany ? 'Antecipar ou pagar parcelas' : 'Pagar parcela'
      }
      locked={mutation.isPending || isUnknown}
      onClose={onClose}
    >
      {flow.step === 'fill' && (
        <PayFill offered={payable} isMany={isMany} chosen={flow.draft} onReview={pay.review} />
      )}
      {flow.step === 'check' && (
        <PayCheck
          instalments={flow.found}
          isUnknown={isUnknown}
          pending={mutation.isPending}
          refusal={httpStatusOf(mutation.error) === null ? null : messageOf(mutation.error, PAY_FAILURE)}
          onSend={pay.send}
          onBack={pay.back}
        />
      )}
      {flow.step === 'receipt' && <PayDone receipt={flow.receipt} onClose={onClose} />}
    </DialogFrame>
  );
}
