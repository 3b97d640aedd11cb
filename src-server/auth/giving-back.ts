import { Refusal, type RefusalCode } from '#domain/refusal';

const UNVERIFIED: readonly RefusalCode[] = ['TOO_MANY_ATTEMPTS', 'BUSY'];

/** The answer of `work`. If a limit or a full queue refuses it, which compares nothing, `giveBack` uncounts its try. */
export async function givingBack<T>(work: Promise<T>, giveBack: () => Promise<void>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal && UNVERIFIED.includes(error.code)) await giveBack();
    throw error;
  }
}
