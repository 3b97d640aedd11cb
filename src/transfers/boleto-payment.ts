import type { RouterOutputs } from '../trpc.ts';
import type { MoveStatus } from '../ui/move-mark.tsx';
import { toast } from '../ui/toast.ts';

export type BoletoDraft = { line: string };
export type BoletoFound = RouterOutputs['account']['boleto']['preview'];
export type BoletoPayment = RouterOutputs['account']['boleto']['pay'];

export const BOLETO_FAILURE = 'Erro no pagamento';
export const MONEY_IS_BACK = 'O valor voltou para a sua conta.';

export function toastPayment(status: MoveStatus): void {
  if (status === 'done') toast({ title: 'Boleto pago' });
  else if (status === 'processing') toast({ title: 'Pagamento em processamento', tone: 'info' });
  else toast({ title: BOLETO_FAILURE, description: MONEY_IS_BACK, tone: 'error' });
}
