import {
  COMMON_PASSWORD,
  MIN_PASSWORD_SCORE,
  type PasswordOwner,
  passwordScore,
} from '#domain/auth/password-strength';

/** Why the password is refused; null if it is not, or if the dictionaries cannot be loaded: the server decides. */
export async function passwordProblem(password: string, owner: PasswordOwner = {}): Promise<string | null> {
  const score = await passwordScore(password, owner).catch(() => null);
  return score !== null && score < MIN_PASSWORD_SCORE ? COMMON_PASSWORD : null;
}
