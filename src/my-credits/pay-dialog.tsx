import { useState } from 'react';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { httpStatusOf, messageOf } from '../ui/server-error.ts';
import type { Instalment } from './credits.ts';
import { PayCheck } from './pay-check.tsx';
import { PayDone } from './pay-done.tsx';
import { PayFill } from './pay-fill.tsx';
import { PAY_FAILURE, usePay } from './use-pay.ts';

type PayDialogProps = {
  /** What may be paid, oldest due first. */
  payable: Instalment[];
  /** Ids of those that are chosen as it opens. */
  chosen: string[];
  /** They were chosen elsewhere: it opens with the summary. */
  isChosen: boolean;
  onClose: () => void;
};

/** Paying one instalment or several, today: which ones, what that saves or adds, and the receipt. */
export function PayDialog({ payable, chosen, isChosen, onClose }: PayDialogProps) {
  // The list behind it changes when they are paid; what is being paid does not.
  const [offered] = useState(payable);
  const pay = usePay({ chosen, found: isChosen ? offered : null });
  const { flow, mutation } = pay;
  const isMany = offered.length > 1;
  return (
    <DialogFrame
      title={
        flow.step === 'receipt' ? 'Pagamento feito' : isMany ? 'Antecipar ou pagar parcelas' : 'Pagar parcela'
      }
      locked={mutation.isPending || (flow.step === 'check' && flow.outcome === 'unknown')}
      onClose={onClose}
    >
      {flow.step === 'fill' && <PayFill offered={offered} chosen={flow.draft} onReview={pay.review} />}
      {flow.step === 'check' && (
        <PayCheck
          instalments={flow.found}
          outcome={flow.outcome}
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
