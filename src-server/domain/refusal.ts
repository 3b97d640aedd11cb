import type { ConfirmedPayment } from './protection/content.ts';

/**
 * Expected errors; kernel/refusals.ts has status and text. Any other error is a bug: a 500 without detail.
 */
export const REFUSAL_CODES = [
  'VALIDATION',
  'MALFORMED_BODY',
  'UNAUTHENTICATED',
  'INVALID_CREDENTIALS',
  'INVALID_PASSWORD',
  'RECOVERY_LINK_INVALID',
  'TOO_MANY_TOKENS',
  'TOO_MANY_DEVICES',
  'DEVICE_ALREADY_REGISTERED',
  'DEVICE_NOT_PROVEN',
  'FREEZE_LINK_INVALID',
  'UNDO_LINK_INVALID',
  'NOT_FROZEN_BY_OWNER',
  'USER_INACTIVE',
  'REAUTHENTICATE',
  'TWO_FACTOR_INVALID',
  'TWO_FACTOR_CODE',
  'TWO_FACTOR_REQUIRED',
  'TWO_FACTOR_NOT_ENABLED',
  'EMAIL_CORRECTED_LATELY',
  'CORRECTED_BY_YOU',
  'FACTORS_END_ASKED',
  'FACTORS_END_NOT_ASKED',
  'TWO_FACTOR_ALREADY_ENABLED',
  'TWO_FACTOR_SETUP_EXPIRED',
  'PASSKEY_REFUSED',
  'TOO_MANY_PASSKEYS',
  'FORBIDDEN',
  'TOKEN_NOT_ALLOWED',
  'BAD_ORIGIN',
  'NOT_FOUND',
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MANY_ATTEMPTS',
  'BUSY',
  'UNAVAILABLE',
  'OUTCOME_UNKNOWN',
  'ALREADY_REGISTERED',
  'EMAIL_LINK_INVALID',
  'EMAIL_UNDO_INVALID',
  'TWO_FACTOR_UNDO_INVALID',
  'FACTOR_MISSING',
  'CONTACT_CODE_INVALID',
  'CONTACT_CONFIRMED',
  'CONTACT_NOT_CONFIRMED',
  'NOT_CLOSABLE',
  'IDEMPOTENCY_KEY_REUSED',
  'DESTINATION_NOT_FOUND',
  'DESTINATION_INACTIVE',
  'ACCOUNT_INACTIVE',
  'SAME_ACCOUNT',
  'INSUFFICIENT_FUNDS',
  'COVER_CHANGED',
  'ACCOUNT_FROZEN_BY_OWNER',
  'LIMIT_EXCEEDED',
  'TOKEN_CEILING',
  'DEVICE_LIMIT',
  'CONFIRMATION_REQUIRED',
  'PAYMENT_TOO_DOUBTFUL',
  'REVIEW_DECIDED',
  'SIGNALS_CHANGED',
  'PAYMENT_NOT_WAITING',
  'TOO_MANY_WAITING',
  'RECIPIENT_IN_USE',
  'CONFIRMATION_INVALID',
  'CONFIRMATION_CODE',
  'CONFIRMATION_WAY',
  'LIMIT_ABOVE_MAXIMUM',
  'BALANCE_OUT_OF_RANGE',
  'ADJUSTMENT_TOO_LARGE',
  'APPROVAL_TOO_LARGE',
  'NOT_REVERSIBLE',
  'ALREADY_REVERSED',
  'USER_ALREADY_INACTIVE',
  'USER_ALREADY_ACTIVE',
  'USER_CLOSED',
  'OWN_ACCESS',
  'LAST_ADMIN',
  'ACCOUNT_ALREADY_FROZEN',
  'ACCOUNT_ALREADY_ACTIVE',
  'CONTRACT_SIGNED',
  'CONTRACT_CANCELLED',
  'CONTRACT_NOT_SIGNED',
  'CONTRACT_CODE_INVALID',
  'PROPOSAL_DECIDED',
  'NO_OPEN_REVIEW',
  'PARAMETERS_CHANGED',
  'PRODUCT_INACTIVE',
  'INVESTMENT_ENDED',
  'CREDIT_NOT_SIGNED',
  'INSTALMENT_PAID',
  'AMOUNT_CHANGED',
  'NOTHING_OVERDUE',
  'ALREADY_NEGATIVATED',
  'JOB_RUNNING',
  'BACKUP_RECENT',
  'CLOCK_CHANGED',
  'CEP_NOT_FOUND',
  'CEP_UNAVAILABLE',
  'ACCOUNT_NOT_APPROVED',
  'SUBACCOUNT_EXISTS',
  'PROFILE_INCOMPLETE',
  'NO_ACTIVE_KEY',
  'KEY_NOT_OWN',
  'KEY_ALREADY_YOURS',
  'KEY_NOT_FOUND',
  'KEY_LIMIT',
  'KEY_ELSEWHERE',
  'KEY_OF_ANOTHER',
  'CLAIM_OPEN',
  'CLAIM_DECIDED',
  'CLAIMS_NOT_OFFERED',
  'DOCUMENT_ELSEWHERE',
  'BOLETO_ALREADY_PAID',
  'BOLETO_NOT_PAYABLE',
  'BOLETO_CHANGED',
  'CODE_ALREADY_PAID',
  'CODE_NOT_PAYABLE',
  'CODE_CHANGED',
  'CHARGE_NOT_OPEN',
  'RECEIPT_NOT_READY',
  'HELD_DECIDED',
  'NOT_A_RECEIVED_PIX',
  'RETURN_TOO_LATE',
  'RETURN_TOO_MUCH',
  'PROVIDER_REFUSED',
  'PROVIDER_FAILED',
  'PROVIDER_TIMEOUT',
  'PROVIDER_BUSY',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

export type RefusalDetails = {
  /** Field → Portuguese message. */
  fields?: Record<string, string>;
  /** For 429 and 503. */
  retryAfterSeconds?: number;
  text?: string;
  /** A payment that its owner must confirm; the bank answers with the confirmation's id instead. */
  toConfirm?: { payment: ConfirmedPayment; reasons: readonly string[] };
  confirmationId?: string;
  /** A payment that its signals forbid, with what is kept of it; never sent. */
  doubtful?: { payment: ConfirmedPayment; signals: object; reasons: readonly string[] };
};

export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly code: RefusalCode,
    readonly details: RefusalDetails = {},
  ) {
    super(code);
  }
}

export function refuse(code: RefusalCode, details: RefusalDetails = {}): never {
  throw new Refusal(code, details);
}
