/** Payments that money of the customer's other account can cover. */
export const COVERED_KINDS = ['transfer', 'boleto', 'pix', 'investment', 'instalments'] as const;
export type CoveredKind = (typeof COVERED_KINDS)[number];

export const COVERED_KIND_LABELS: Record<CoveredKind, string> = {
  transfer: 'Transferência',
  boleto: 'Pagamento de boleto',
  pix: 'PIX',
  investment: 'Investimento',
  instalments: 'Pagamento de parcelas',
};

/**
 * `covering`: the cover is on its way · `paying`: the payment is an order that is not concluded · `failed`: the payment
 * was not made; the cover did not arrive, is given back, or stays in the paying account.
 */
export const COVERED_STATUSES = ['covering', 'paying', 'done', 'failed'] as const;
export type CoveredStatus = (typeof COVERED_STATUSES)[number];

/** A PIX leaves the external account, all others the checking account; the cover comes from the other one. */
export const coverDirection = (kind: CoveredKind): 'in' | 'out' => (kind === 'pix' ? 'in' : 'out');
