import { CHARGE_TITLES } from '#domain/credit/words';
import type { TransactionType } from '#domain/ledger/words';

/** `late`: fine and interest of a late instalment · `tax`: IOF of a credit · `fee`: any other. */
export const COST_REASONS = ['late', 'tax', 'fee'] as const;
export type CostReason = (typeof COST_REASONS)[number];
export const COST_LABELS: Record<CostReason, string> = {
  late: 'Multa e juros de atraso',
  tax: 'IOF de crédito',
  fee: 'Outras tarifas',
};

type Charged = { type: TransactionType; description: string; amountCents: number };

/** Null: no cost. */
export function costReasonOf({ type, description, amountCents }: Charged): CostReason | null {
  if (amountCents >= 0) return null;
  if (type === 'interest') return 'late';
  if (type !== 'fee') return null;
  if (description.startsWith(CHARGE_TITLES.fine)) return 'late';
  return description.startsWith(CHARGE_TITLES.iof) ? 'tax' : 'fee';
}
