import type { SignedInSession } from '#server/kernel/context';

/** Whether a session is a registered device's that counts. One opened with a passkey that counts is as good. `now`: real time. */
export const isInRegisteredDevice = (
  { device, passkeyId }: Pick<SignedInSession, 'device' | 'passkeyId'>,
  now: Date,
): boolean => passkeyId !== null || (device !== null && device.trustedFrom <= now);
