import { type Confirmed, useMove } from '../shared-movement/use-move.ts';
import type { RouterOutputs } from '../trpc.ts';
import type { MoveStatus } from '../ui/move-status.ts';
import { toast } from '../ui/toast.ts';

export type Transfer = RouterOutputs['pix']['transfer'];

const FAILURE = 'Erro ao transferir';

type OrderOptions<Draft, Found, Receipt, Later> = {
  draft: Draft;
  later?: () => Promise<Later>;
  review?: (draft: Draft, found: Found) => Promise<Found | null>;
  send: (confirmed: Confirmed<Draft, Found>) => Promise<Receipt>;
  onDone: (receipt: Receipt) => void;
};

export const useOrderMove = <Draft, Found, Receipt, Later = undefined>(
  options: OrderOptions<Draft, Found, Receipt, Later>,
) =>
  useMove({
    ...options,
    invalidates: 'order',
    failure: { title: FAILURE, text: 'Não foi possível concluir. Tente de novo em instantes.' },
  });

export const SENT = 'Transferência enviada!';

/** `sent` is the title unless the payment failed. */
export function toastTransfer(status: MoveStatus, sent: string): void {
  if (status === 'held') toast({ title: 'Transferência reservada', tone: 'info' });
  else if (status === 'review') toast({ title: 'Transferência em análise', tone: 'info' });
  else if (status !== 'failed') toast({ title: sent });
  else toast({ title: FAILURE, description: 'O valor voltou para a sua conta.', tone: 'error' });
}
