import { CONFIRMATION_SECONDS, CONTACT_CODE, CONTRACT_CODE } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import type { MessageKind } from './catalogue.ts';
import type { OutboxRow } from './claim.ts';

/** Messages whose code somebody types now, and how long it is valid. */
const CODE_TTL_SECONDS: ReadonlyMap<string, number> = new Map<MessageKind, number>([
  ['contact_code', CONTACT_CODE.ttlSeconds],
  ['contact_code_sms', CONTACT_CODE.ttlSeconds],
  ['contract_code', CONTRACT_CODE.ttlSeconds],
  ['payment_code', CONFIRMATION_SECONDS],
]);

export const hasCode = (kind: MessageKind): boolean => CODE_TTL_SECONDS.has(kind);

/** In place of sending it. */
export class Expired extends Error {
  override readonly name = 'Expired';
}

/** The code in it is of no use any more. `now`: the bank's clock, by which messages are written. */
export function hasExpired({ kind, createdAt }: Pick<OutboxRow, 'kind' | 'createdAt'>, now: Date): boolean {
  const seconds = CODE_TTL_SECONDS.get(kind);
  return seconds !== undefined && secondsAfter(createdAt, seconds) <= now;
}
