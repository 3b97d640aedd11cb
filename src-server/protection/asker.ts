import type { Asker, ConfirmReason, Payment } from '#domain/protection/judge';
import type { ProofMethod } from '#domain/protection/words';
import { isInRegisteredDevice } from '#server/auth/devices/is-registered';
import type { DecidingContext } from '#server/kernel/context';
import type { ConfirmationRow } from './standing-facts.ts';

export function askerOf({ session, token, clock, askedBefore }: DecidingContext): Asker {
  if (token) return { kind: 'token', ...token };
  if (!session) return { kind: 'bank', askedBy: askedBefore?.askedBy ?? null };
  return { kind: 'browser', isRegistered: isInRegisteredDevice(session, clock.real()) };
}

/** The bank goes on with what was confirmed for a reason: a device that was not registered is one. */
export function isDeviceNew(asker: Asker, confirmation: ConfirmationRow | null): boolean {
  if (asker.kind === 'browser') return !asker.isRegistered;
  const reasons = (confirmation?.reasons ?? []) as ConfirmReason[];
  return asker.kind === 'bank' && reasons.includes('new_device');
}

/** How a payment was proved. */
export function methodOf(asker: Asker, payment: Payment, confirmation: ConfirmationRow | null): ProofMethod {
  if (confirmation?.method) return confirmation.method;
  if (asker.kind === 'token' || (asker.kind === 'bank' && asker.askedBy === 'token')) return 'token';
  return payment.trustedCents !== null && payment.amountCents <= payment.trustedCents ? 'trusted' : 'session';
}
