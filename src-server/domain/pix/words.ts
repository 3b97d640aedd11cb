/** `move_in`, `move_out`: between the checking account and the external one · `return`: a received PIX goes back to its payer. */
export const ORDER_KINDS = ['pix', 'boleto', 'move_in', 'move_out', 'return'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

export const ORDER_KIND_LABELS: Record<OrderKind, string> = {
  pix: 'PIX enviado',
  boleto: 'Pagamento de boleto',
  move_in: 'Transferência para a conta externa',
  move_out: 'Transferência da conta externa',
  return: 'Devolução de PIX',
};

/** Between a customer’s checking account and the one at the provider. */
export const isOwnMove = (kind: OrderKind): boolean => kind === 'move_in' || kind === 'move_out';

/** Whose money leaves the customer for somebody else. */
export const leavesCustomer = (kind: OrderKind): boolean => !isOwnMove(kind);

/** Paid from the bank's own account at the provider; other kinds from the customer's. */
export const PAID_BY_BANK: readonly OrderKind[] = ['boleto', 'move_in'];

/**
 * `sending`: a call is running or its outcome is unknown, so it is not repeated · `failed`: never executed,
 * money is back · `returned`: executed, then given back.
 */
export const ORDER_STATUSES = ['reserved', 'sending', 'processing', 'done', 'failed', 'returned'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const OPEN_ORDER_STATUSES = ['reserved', 'sending', 'processing'] as const satisfies OrderStatus[];

export const REVIEWS = ['PENDING', 'AWAITING_APPROVAL', 'APPROVED', 'REJECTED'] as const;
export type Review = (typeof REVIEWS)[number];

/** A customer's account at the provider (user.asaasAccountStatus). */
export const EXTERNAL_STATUSES = ['pending', 'awaiting_approval', 'approved', 'rejected'] as const;
export type ExternalStatus = (typeof EXTERNAL_STATUSES)[number];

export const ORDER_STATUS_LABELS: Record<OrderStatus, string> = {
  reserved: 'Em processamento',
  sending: 'Em processamento',
  processing: 'Em processamento',
  done: 'Concluída',
  failed: 'Não concluída',
  returned: 'Devolvida',
};

export const REVIEW_LABELS: Record<Review, string> = {
  PENDING: 'Pendente',
  AWAITING_APPROVAL: 'Em análise',
  APPROVED: 'Aprovado',
  REJECTED: 'Recusado',
};
