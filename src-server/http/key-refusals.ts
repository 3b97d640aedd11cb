import type { RefusalCode } from '#domain/refusal';

export const PROVIDER = ['PROVIDER_REFUSED', 'PROVIDER_FAILED', 'PROVIDER_TIMEOUT', 'PROVIDER_BUSY'] as const;

/** Of the rows about PIX keys, as in `row-refusals.ts`. */
export const KEY_REFUSALS = {
  'pix.payee': ['ACCOUNT_NOT_APPROVED', 'SAME_ACCOUNT', 'KEY_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  'pix.keys.list': ['ACCOUNT_NOT_APPROVED', ...PROVIDER],
  'pix.keys.create': [
    'REAUTHENTICATE',
    'ACCOUNT_NOT_APPROVED',
    'KEY_NOT_OWN',
    'KEY_ALREADY_YOURS',
    'CONTACT_NOT_CONFIRMED',
    'ACCOUNT_FROZEN_BY_OWNER',
    ...PROVIDER,
  ],
  'pix.keys.remove': [
    'ACCOUNT_FROZEN_BY_OWNER',
    'REAUTHENTICATE',
    'ACCOUNT_NOT_APPROVED',
    'NOT_FOUND',
    ...PROVIDER,
  ],
} as const satisfies Readonly<Record<string, readonly RefusalCode[]>>;
