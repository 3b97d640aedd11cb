import { useEffect, useEffectEvent, useState } from 'react';
import { paymentToday } from '#domain/credit/payment-today';
import { parseDecimal, toDecimal } from '#domain/money';
import { AfterCover } from '../shared-movement/after-cover.tsx';
import { useChecking } from '../shared-movement/checking.ts';
import { payWithCover, useMissing } from '../shared-movement/cover.ts';
import { MoveFlow } from '../shared-movement/move-flow.tsx';
import { type Confirmed, useMove } from '../shared-movement/use-move.ts';
import { trpc, trpcClient } from '../trpc.ts';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { toast } from '../ui/toast.ts';
import type { Chosen, Instalment } from './credits.ts';
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
  const missing = useMissing('checking');
  const move = useMove({
    draft: chosen,
    found: isChosen ? { instalments: payable, coverCents: 0 } : undefined,
    // The amounts may have changed.
    review: async (_, { instalments }) => {
      const answer = await schedules.fetch({}, { staleTime: 0 }).catch(() => null);
      const now = new Map(answer?.schedules.map((row) => [row.id, row]));
      const found = instalments.map((instalment) => ({ ...instalment, ...now.get(instalment.id) }));
      const coverCents = await missing(paymentToday(found).totalCents);
      return { instalments: found, coverCents: coverCents ?? 0 };
    },
    send: (confirmed: Confirmed<string[], Chosen>) => {
      const { found, idempotencyKey } = confirmed;
      const ids = found.instalments.map(({ id }) => id);
      const total = toDecimal(paymentToday(found.instalments).totalCents);
      return payWithCover(confirmed, { instalments: { ids, total } }, () =>
        trpcClient.credit.payInstallments.mutate({ ids, total, idempotencyKey }),
      );
    },
    invalidates: 'instalment',
    onDone: (paid) => {
      const made = 'answer' in paid ? paid.answer : paid.covered.instalments;
      if (made) toast({ title: made.schedules.length === 1 ? 'Parcela paga' : 'Parcelas pagas' });
    },
    failure: { title: 'Erro ao pagar', text: 'Não foi possível pagar' },
  });
  useFirstCover(move.refresh, isChosen ? paymentToday(payable).totalCents : 0);
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
        check={({ found }) => <PayCheck {...found} move={move} />}
        receipt={({ found: { instalments }, receipt }) => (
          <AfterCover
            paid={receipt}
            answerOf={({ instalments: paid }) => paid}
            amount={toDecimal(paymentToday(instalments).totalCents)}
            label="Passos do pagamento"
            invalidates="instalment"
            onAgain={onClose}
          >
            {(paid) => <PayDone paid={paid} instalments={instalments} onClose={onClose} />}
          </AfterCover>
        )}
      />
    </DialogFrame>
  );
}

/** A dialog that opens with the summary has not looked for a cover yet. */
function useFirstCover(refresh: () => void, totalCents: number): void {
  const checking = useChecking();
  const isShort = checking !== undefined && (parseDecimal(checking.balance) ?? 0) < totalCents;
  const look = useEffectEvent(refresh);
  useEffect(() => {
    if (isShort) look();
  }, [isShort]);
}
