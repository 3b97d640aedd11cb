import type { TransactionType } from './words.ts';

/** Types that change what a customer owes or where the money is, but not how much they earn or spend. */
const NEUTRAL_TYPES: ReadonlySet<TransactionType> = new Set([
  'credit_disbursement',
  'investment_application',
  'investment_redemption',
  'reversal',
]);

/** Whether a transaction is neither income nor expense. `isOwnMove`: between accounts of one customer. */
export const isNeutral = (type: TransactionType, isOwnMove: boolean): boolean =>
  isOwnMove || NEUTRAL_TYPES.has(type);

/**
 * How a movement counts in the figures of a month: as income or expense, or not at all. `own`: between accounts of one
 * customer · `loan`: paid out by the bank · `undone`: a reversal and what it reversed.
 */
export const FLOWS = ['counted', 'own', 'loan', 'undone'] as const;
export type Flow = (typeof FLOWS)[number];
export type NeutralFlow = Exclude<Flow, 'counted'>;

export const NEUTRAL_FLOW_LABELS: Record<NeutralFlow, string> = {
  own: 'Entre suas contas',
  loan: 'Crédito liberado',
  undone: 'Devolvido',
};

/**
 * What a customer calls a movement; several transaction types are one kind. `own`: to and from the external account · `reserved`: for a
 * payment that can be undone.
 */
export const MOVEMENT_KINDS = [
  'pix',
  'transfer',
  'boleto',
  'own',
  'reserved',
  'credit',
  'investment',
  'adjustment',
] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

export const MOVEMENT_KIND_LABELS: Record<MovementKind, string> = {
  pix: 'PIX',
  transfer: 'Transferência',
  boleto: 'Boleto',
  own: 'Entre suas contas',
  reserved: 'Reserva',
  credit: 'Crédito',
  investment: 'Investimento',
  adjustment: 'Ajuste',
};
