import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  COMMON_PASSWORD,
  MIN_PASSWORD_SCORE,
  type PasswordOwner,
  passwordScore,
} from '#domain/auth/password-strength';
import { refuse } from '#domain/refusal';
import { inRestedTurn } from '#server/kernel/in-turn';
import { isThisMachine } from '#server/kernel/network';
import type { Counted } from './attempts.ts';

/** Judging blocks the thread for some 40 ms, twice for a long password. */
const REST = { times: 6, mostMs: 1_000 };

/**
 * Refuses VALIDATION at the named field for a common password. Slow, so the call is counted, and those of one network (IPv6: /56) are judged
 * one after another.
 */
export async function refuseCommonPassword(
  { caller: { network } }: Counted,
  password: string,
  owner: PasswordOwner,
  field = 'password',
): Promise<void> {
  const judge = () => passwordScore(password, owner, nextTurn);
  const score = isThisMachine(network)
    ? await judge()
    : await inRestedTurn(`new passwords of ${network}`, REST, judge);
  if (score < MIN_PASSWORD_SCORE)
    refuse('VALIDATION', { text: COMMON_PASSWORD, fields: { [field]: COMMON_PASSWORD } });
}
