/** What an order asks the payment provider to do: a PIX out, a bank slip, or money moved into or out of the external account. */
export const ORDER_KINDS = ['pix', 'boleto', 'move_in', 'move_out'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

/** Portuguese labels of what an order is. */
export const ORDER_KIND_LABELS: Record<OrderKind, string> = {
  pix: 'PIX enviado',
  boleto: 'Pagamento de boleto',
  move_in: 'Transferência para a conta externa',
  move_out: 'Transferência da conta externa',
};

/** Orders that the bank's own account at the provider pays; the others the customer's. */
export const PAID_BY_BANK: readonly OrderKind[] = ['boleto', 'move_in'];

/**
 * Where an order stands. `reserved`: the money is set aside, nothing was sent · `sending`: a call was begun, and until its
 * outcome is known nobody sends it again · `processing`: the provider has it · `done`: the money is where it was to go ·
 * `failed`: it never went, and is back · `returned`: it went, and the provider gave it back.
 */
export const ORDER_STATUSES = ['reserved', 'sending', 'processing', 'done', 'failed', 'returned'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Orders whose end is not known yet. */
export const OPEN_ORDER_STATUSES = ['reserved', 'sending', 'processing'] as const satisfies OrderStatus[];

/** What the provider thinks of one part of an account, and of the whole. */
export const REVIEWS = ['PENDING', 'AWAITING_APPROVAL', 'APPROVED', 'REJECTED'] as const;
export type Review = (typeof REVIEWS)[number];

/** A customer's account at the provider as the specification has it (user.asaasAccountStatus). */
export const EXTERNAL_STATUSES = ['pending', 'awaiting_approval', 'approved', 'rejected'] as const;
export type ExternalStatus = (typeof EXTERNAL_STATUSES)[number];

/** Portuguese labels of an order's states, as the back office and lists of open payments show them. */
export const ORDER_STATUS_LABELS: Record<OrderStatus, string> = {
  reserved: 'Em processamento',
  sending: 'Em processamento',
  processing: 'Em processamento',
  done: 'Concluída',
  failed: 'Não concluída',
  returned: 'Devolvida',
};

/** Portuguese labels of a review. */
export const REVIEW_LABELS: Record<Review, string> = {
  PENDING: 'Pendente',
  AWAITING_APPROVAL: 'Em análise',
  APPROVED: 'Aprovado',
  REJECTED: 'Recusado',
};
