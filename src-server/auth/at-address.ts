import type { AttemptKind } from '#domain/limits';
import { isThisMachine } from '#server/kernel/network';

const AT_ADDRESS: Partial<Record<AttemptKind, AttemptKind>> = {
  hash: 'hashAddress',
  newPassword: 'newPasswordAddress',
  confirmationCode: 'confirmationCodeAddress',
  contactCode: 'confirmationCodeAddress',
  contractCode: 'confirmationCodeAddress',
};

/** What an attempt of this kind counts in for all accounts at its address. Other kinds are counted by address anyway, or seldom. */
export function atAddress(kind: AttemptKind, ip: string): [AttemptKind, string][] {
  const shared = AT_ADDRESS[kind];
  return shared && !isThisMachine(ip) ? [[shared, ip]] : [];
}
