import { Refusal } from '#domain/refusal';
import type { Bank } from '#server/kernel/context';
import { type Counted, countGuess, type Guess, withdrawGuess } from './attempts.ts';
import { verifyPassword } from './password.ts';

/** `Counted` if right, else null; a guess that could not be verified is uncounted. Refuses TOO_MANY_ATTEMPTS, BUSY. */
export async function verifyGuess(
  bank: Pick<Bank, 'db' | 'clock'>,
  guess: Guess,
  passwordHash: string,
  password: string,
): Promise<Counted | null> {
  const counted = await countGuess(bank, guess);
  try {
    return (await verifyPassword(counted, passwordHash, password)) ? counted : null;
  } catch (error) {
    if (error instanceof Refusal) await withdrawGuess(bank, guess);
    throw error;
  }
}
