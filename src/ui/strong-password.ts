import {
  COMMON_PASSWORD,
  MIN_PASSWORD_SCORE,
  type PasswordOwner,
  passwordScore,
} from '#domain/auth/password-strength';

/**
 * What the bank would say of an easy password, told before it is sent; null when it may be good, and when the dictionaries
 * could not be fetched: the bank decides.
 */
export async function passwordProblem(password: string, owner: PasswordOwner = {}): Promise<string | null> {
  const score = await passwordScore(password, owner).catch(() => null);
  return score !== null && score < MIN_PASSWORD_SCORE ? COMMON_PASSWORD : null;
}
