import type { Bank } from '#server/kernel/context';
import { type Counted, countGuess, type Guess, withdrawGuess } from './attempts.ts';
import { givingBack } from './giving-back.ts';
import { verifyPassword } from './password.ts';

/** `Counted` if right, else null; a guess that could not be verified is uncounted. Refuses TOO_MANY_ATTEMPTS, BUSY. */
export async function verifyGuess(
  bank: Pick<Bank, 'db' | 'clock'>,
  guess: Guess,
  passwordHash: string,
  password: string,
): Promise<Counted | null> {
  const counted = await countGuess(bank, guess);
  const verified = verifyPassword(counted, passwordHash, password);
  return (await givingBack(verified, () => withdrawGuess(bank, guess))) ? counted : null;
}
