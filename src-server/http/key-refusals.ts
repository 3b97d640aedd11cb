import type { RefusalCode } from '#domain/refusal';

export const PROVIDER = ['PROVIDER_REFUSED', 'PROVIDER_FAILED', 'PROVIDER_TIMEOUT', 'PROVIDER_BUSY'] as const;

/** Of the rows about PIX keys, as in `row-refusals.ts`. */
export const KEY_REFUSALS = {
  'pix.payee': ['ACCOUNT_NOT_APPROVED', 'SAME_ACCOUNT', 'KEY_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  'pix.keys.list': ['ACCOUNT_NOT_APPROVED', 'TOO_MANY_ATTEMPTS', ...PROVIDER],
  'pix.keys.create': [
    'REAUTHENTICATE',
    'ACCOUNT_NOT_APPROVED',
    'KEY_NOT_OWN',
    'KEY_ALREADY_YOURS',
    'CONTACT_NOT_CONFIRMED',
    'KEY_LIMIT',
    'KEY_ELSEWHERE',
    'KEY_OF_ANOTHER',
    'ACCOUNT_FROZEN_BY_OWNER',
    'TOO_MANY_ATTEMPTS',
    ...PROVIDER,
  ],
  'pix.keys.remove': [
    'ACCOUNT_FROZEN_BY_OWNER',
    'REAUTHENTICATE',
    'ACCOUNT_NOT_APPROVED',
    'NOT_FOUND',
    'TOO_MANY_ATTEMPTS',
    ...PROVIDER,
  ],
  'pix.claims.list': ['ACCOUNT_NOT_APPROVED', 'TOO_MANY_ATTEMPTS'],
  'pix.claims.make': [
    'REAUTHENTICATE',
    'ACCOUNT_FROZEN_BY_OWNER',
    'ACCOUNT_NOT_APPROVED',
    'KEY_NOT_OWN',
    'CONTACT_NOT_CONFIRMED',
    'KEY_ALREADY_YOURS',
    'KEY_LIMIT',
    'CLAIM_OPEN',
    'CLAIMS_NOT_OFFERED',
    'TOO_MANY_ATTEMPTS',
    ...PROVIDER,
  ],
  'pix.claims.answer': [
    'REAUTHENTICATE',
    'ACCOUNT_FROZEN_BY_OWNER',
    'ACCOUNT_NOT_APPROVED',
    'NOT_FOUND',
    'KEY_NOT_OWN',
    'CONTACT_NOT_CONFIRMED',
    'CLAIM_DECIDED',
    ...PROVIDER,
  ],
  'pix.claims.cancel': ['REAUTHENTICATE', 'ACCOUNT_NOT_APPROVED', 'NOT_FOUND', 'CLAIM_DECIDED', ...PROVIDER],
} as const satisfies Readonly<Record<string, readonly RefusalCode[]>>;
