import type { RefusalCode } from '#domain/refusal';
import { PROVIDER } from './key-refusals.ts';

/** A part of `ROW_REFUSALS`: charges, and what is asked about PIX. */
export const CHARGE_REFUSALS: Readonly<Record<string, readonly RefusalCode[]>> = {
  'pix.balance': ['ACCOUNT_NOT_APPROVED', 'TOO_MANY_ATTEMPTS', ...PROVIDER],
  'pix.returns': ['NOT_FOUND'],
  'pix.order': ['NOT_FOUND'],
  'charge.create': [
    ...([
      'VALIDATION',
      'ACCOUNT_NOT_APPROVED',
      'ACCOUNT_INACTIVE',
      'NO_ACTIVE_KEY',
      'TOO_MANY_ATTEMPTS',
    ] as const),
    ...(['IDEMPOTENCY_KEY_REUSED', ...PROVIDER] as const),
  ],
  'charge.list': ['TOO_MANY_ATTEMPTS'],
  'charge.export': ['TOO_MANY_ATTEMPTS'],
  'charge.get': ['NOT_FOUND'],
  'charge.check': ['NOT_FOUND', 'TOO_MANY_ATTEMPTS', ...PROVIDER],
  'charge.cancel': ['NOT_FOUND', 'CHARGE_NOT_OPEN'],
  'charge.page': ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
};
