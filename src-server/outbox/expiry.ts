import { CONFIRMATION_SECONDS, CONTACT_CODE, CONTRACT_CODE } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import type { OutboxRow } from './claim.ts';

/** How long the code in a message of this kind is valid. */
const VALID_SECONDS: Readonly<Record<string, number>> = {
  contact_code: CONTACT_CODE.ttlSeconds,
  contract_code: CONTRACT_CODE.ttlSeconds,
  payment_code: CONFIRMATION_SECONDS,
};

/** In place of sending it. */
export class Expired extends Error {
  override readonly name = 'Expired';
}

/** The code in it is of no use any more. `now`: the bank's clock, by which messages are written. */
export function hasExpired({ kind, createdAt }: Pick<OutboxRow, 'kind' | 'createdAt'>, now: Date): boolean {
  const seconds = VALID_SECONDS[kind];
  return seconds !== undefined && secondsAfter(createdAt, seconds) <= now;
}
