import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  COMMON_PASSWORD,
  MIN_PASSWORD_SCORE,
  type PasswordOwner,
  passwordScore,
} from '#domain/auth/password-strength';
import { refuse } from '#domain/refusal';
import type { Counted } from './attempts.ts';

/** Refuses VALIDATION at the named field for a common password. Slow, so the call is counted. */
export async function refuseCommonPassword(
  _counted: Counted,
  password: string,
  owner: PasswordOwner,
  field = 'password',
): Promise<void> {
  const score = await passwordScore(password, owner, nextTurn);
  if (score < MIN_PASSWORD_SCORE)
    refuse('VALIDATION', { text: COMMON_PASSWORD, fields: { [field]: COMMON_PASSWORD } });
}
