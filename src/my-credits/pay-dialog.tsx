import { useState } from 'react';
import { paymentToday } from '#domain/credit/payment-today';
import { toDecimal } from '#domain/money';
import { MoveFlow } from '../shared-movement/move-flow.tsx';
import { type Confirmed, useMove } from '../shared-movement/use-move.ts';
import { trpc, trpcClient } from '../trpc.ts';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { toast } from '../ui/toast.ts';
import type { Instalment } from './credits.ts';
import { PayCheck } from './pay-check.tsx';
import { PayDone } from './pay-done.tsx';
import { PayFill } from './pay-fill.tsx';

type PayDialogProps = {
  /** Oldest due first. */
  payable: Instalment[];
  chosen: string[];
  /** The selection is final, so the dialog opens with the summary. */
  isChosen: boolean;
  onClose: () => void;
};

export function PayDialog({ payable, chosen, isChosen, onClose }: PayDialogProps) {
  const { schedules } = trpc.useUtils().credit;
  const move = useMove({
    draft: chosen,
    found: isChosen ? payable : undefined,
    // The amounts may have changed.
    review: async (_, found) => {
      const answer = await schedules.fetch({}, { staleTime: 0 }).catch(() => null);
      const now = new Map(answer?.schedules.map((row) => [row.id, row]));
      return found.map((instalment) => ({ ...instalment, ...now.get(instalment.id) }));
    },
    send: ({ found, idempotencyKey }: Confirmed<string[], Instalment[]>) =>
      trpcClient.credit.payInstallments.mutate({
        ids: found.map(({ id }) => id),
        total: toDecimal(paymentToday(found).totalCents),
        idempotencyKey,
      }),
    invalidates: 'instalment',
    onDone: (paid) => toast({ title: paid.schedules.length === 1 ? 'Parcela paga' : 'Parcelas pagas' }),
    failure: { title: 'Erro ao pagar', text: 'Não foi possível pagar' },
  });
  // Fixed on opening: fewer are payable after the payment.
  const [isMany] = useState(payable.length > 1);
  const title = isMany ? 'Antecipar ou pagar parcelas' : 'Pagar parcela';
  return (
    <DialogFrame
      title={move.flow.step === 'receipt' ? 'Pagamento feito' : title}
      locked={move.isLocked}
      onClose={onClose}
    >
      <MoveFlow
        move={move}
        inDialog
        fill={(step) => <PayFill {...step} offered={payable} isMany={isMany} />}
        check={({ found }) => <PayCheck instalments={found} move={move} />}
        receipt={({ found, receipt }) => <PayDone paid={receipt} instalments={found} onClose={onClose} />}
      />
    </DialogFrame>
  );
}
