import type { AttemptKind } from '#domain/limits';
import { isThisMachine } from '#server/kernel/network';

const AT_ADDRESS = {
  hash: 'hashAddress',
  newPassword: 'newPasswordAddress',
  confirmationCode: 'confirmationCodeAddress',
  contactCode: 'confirmationCodeAddress',
  contractCode: 'confirmationCodeAddress',
} as const satisfies Partial<Record<AttemptKind, AttemptKind>>;

type AtAddress = (typeof AT_ADDRESS)[keyof typeof AT_ADDRESS];

const addressKindOf: Partial<Record<AttemptKind, AtAddress>> = AT_ADDRESS;

/** What an attempt of this kind counts in for all accounts at its address. Other kinds are counted by address anyway, or seldom. */
export function atAddress(kind: AttemptKind, ip: string): [AtAddress, string][] {
  const shared = addressKindOf[kind];
  return shared && !isThisMachine(ip) ? [[shared, ip]] : [];
}
