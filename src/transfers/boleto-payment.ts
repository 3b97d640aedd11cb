import type { Recipient } from '../shared-recipients/recipient.ts';
import type { RouterOutputs } from '../trpc.ts';
import type { MoveStatus } from '../ui/move-status.ts';
import { toast } from '../ui/toast.ts';

/** `expected`: the beneficiary that was chosen, whose name and document the boleto should have. */
export type BoletoDraft = { line: string; expected?: Recipient | null };
/** `coverCents` null: both accounts have too little. */
export type BoletoFound = RouterOutputs['account']['boleto']['preview'] & { coverCents: number | null };
export type BoletoPayment = RouterOutputs['account']['boleto']['pay'];

export const BOLETO_FAILURE = 'Erro no pagamento';
export const MONEY_IS_BACK = 'O valor voltou para a sua conta.';

export function toastPayment(status: MoveStatus): void {
  if (status === 'done') toast({ title: 'Boleto pago' });
  else if (status === 'held') toast({ title: 'Pagamento reservado', tone: 'info' });
  else if (status === 'review') toast({ title: 'Pagamento em análise', tone: 'info' });
  else if (status === 'processing') toast({ title: 'Pagamento em processamento', tone: 'info' });
  else toast({ title: BOLETO_FAILURE, description: MONEY_IS_BACK, tone: 'error' });
}

/** The chosen beneficiary, if the boleto pays somebody else, as a forged boleto would. */
export function expectedInsteadOf({ expected }: BoletoDraft, found: BoletoFound): Recipient | null {
  if (!expected || !found.isConfirmed) return null;
  const isSame =
    expected.document !== null && found.beneficiaryDocument !== null
      ? expected.document === found.beneficiaryDocument
      : expected.name === found.beneficiary;
  return isSame ? null : expected;
}
