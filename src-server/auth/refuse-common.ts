import {
  COMMON_PASSWORD,
  MIN_PASSWORD_SCORE,
  type PasswordOwner,
  passwordScore,
} from '#domain/auth/password-strength';
import { refuse } from '#domain/refusal';

/** Refuses VALIDATION, at the named field, for a password that guessers try first. */
export async function refuseCommonPassword(
  password: string,
  owner: PasswordOwner,
  field = 'password',
): Promise<void> {
  const score = await passwordScore(password, owner);
  if (score < MIN_PASSWORD_SCORE)
    refuse('VALIDATION', { text: COMMON_PASSWORD, fields: { [field]: COMMON_PASSWORD } });
}
