/** Kinds of payments that leave a customer, each with limits of its own. */
export const PAYMENT_KINDS = ['pix_person', 'pix_company', 'transfer', 'boleto'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** Of a payment that waits. */
export const WAITING_KIND_LABELS = { transfer: 'Transferência', pix: 'PIX', boleto: 'Boleto' } as const;

/** `total`: all kinds together. */
export const LIMIT_KINDS = [...PAYMENT_KINDS, 'total'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

export const LIMIT_KIND_LABELS: Record<LimitKind, string> = {
  pix_person: 'PIX para pessoas',
  pix_company: 'PIX para empresas',
  transfer: 'Transferências',
  boleto: 'Boletos',
  total: 'Total',
};

/** `transaction`: one payment · `day`: 6 to 20 h · `night`: 20 to 6 h · `month`: a calendar month. São Paulo time. */
export const LIMIT_WINDOWS = ['transaction', 'day', 'night', 'month'] as const;
export type LimitWindow = (typeof LIMIT_WINDOWS)[number];

export const LIMIT_WINDOW_LABELS: Record<LimitWindow, string> = {
  transaction: 'Por transação',
  day: 'Diurno (6h às 20h)',
  night: 'Noturno (20h às 6h)',
  month: 'Mensal',
};

/** `limit`: chosen by the customer · `maximum`: up to which the customer may choose, set by an administrator. */
export const LIMIT_ROLES = ['limit', 'maximum'] as const;
export type LimitRole = (typeof LIMIT_ROLES)[number];

/** Who asks for a payment, besides the bank itself. */
export const ASKED_BY = ['session', 'token'] as const;
export type AskedBy = (typeof ASKED_BY)[number];

/** What showed that a payment is its owner's will, weakest first. `trusted`: a payee that the owner trusts. */
export const PROOF_METHODS = ['session', 'token', 'trusted', 'email', 'app', 'passkey'] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

export const PASSKEY_PURPOSES = ['register', 'login', 'prove'] as const;
export type PasskeyPurpose = (typeof PASSKEY_PURPOSES)[number];
