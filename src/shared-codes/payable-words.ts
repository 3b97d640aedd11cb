import { formatBoletoLine, segmentName } from '#domain/account/boleto-line';
import { formatBrl } from '#domain/money';
import type { Payable } from '#domain/payable';
import { formatDay } from '../ui/date.ts';

/** How a person tells a code from the others in the picture. */
export function wordsOf(payable: Payable): { title: string; detail: string } {
  switch (payable.kind) {
    case 'pix': {
      const amount = payable.amountCents === null ? '' : ` de ${formatBrl(payable.amountCents)}`;
      return { title: `PIX${amount} para ${payable.name}`, detail: 'Código PIX' };
    }
    case 'boleto': {
      const { boleto } = payable;
      const isBank = boleto.kind === 'bank';
      const what = isBank ? 'Boleto' : `Conta (${segmentName(boleto.segment)})`;
      const amount = boleto.amountCents > 0 ? ` de ${formatBrl(boleto.amountCents)}` : '';
      const due = isBank && boleto.dueOn ? `Vencimento ${formatDay(boleto.dueOn)} · ` : '';
      return { title: what + amount, detail: due + formatBoletoLine(boleto.line) };
    }
    case 'transfer':
      return { title: 'Transferência', detail: 'Cobrança de uma conta ValeBank' };
  }
}

export const NOT_PAYABLE = 'Este código não é de PIX nem de boleto.';

/** Why a picture has nothing to pay; null if it has no code at all. */
export const faultIn = ({ fault, hasOthers }: { fault: string | null; hasOthers: boolean }): string | null =>
  fault ?? (hasOthers ? NOT_PAYABLE : null);
