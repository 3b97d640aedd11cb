import { like } from 'drizzle-orm';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { BRIEF_SECONDS, type SharedKind } from '#domain/sessions-in-limits';
import type { callerOf } from '#server/testing/people';
import { settledCodes } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';

type Call = ReturnType<typeof callerOf>;
export type Acts = Partial<Record<SharedKind, (call: Call) => Promise<unknown>>>;

/** What a session is answered that has used up a limit, and then one that is opened anew; by kind. */
export async function usedUpBySession(
  bank: TestBank,
  signIn: () => Call,
  acts: Acts,
): Promise<Record<string, string>> {
  const answered: Record<string, string> = {};
  for (const [kind, act] of Object.entries(acts)) {
    await bank.db.transaction(async (tx) => {
      await tx.delete(tx.tables.attempts);
    });
    const stolen = signIn();
    await act(stolen);
    await bank.db.transaction(async (tx) => {
      const { attempts } = tx.tables;
      const { max: count } = ATTEMPT_LIMITS[kind as SharedKind];
      // Its share, and as much of what all sessions have.
      await tx
        .update(attempts)
        .set({ count })
        .where(like(attempts.bucket, `${kind}:%`));
    });
    bank.clock.passSeconds(BRIEF_SECONDS + 1);
    const [ofStolen] = await settledCodes([act(stolen)]);
    const [ofOwner] = await settledCodes([act(signIn())]);
    answered[kind] = `${ofStolen}, the owner: ${ofOwner}`;
  }
  return answered;
}

/** Of each act, if a session keeps its owner from none. */
export const keptFromNone = (acts: Acts): Record<string, string> =>
  Object.fromEntries(Object.keys(acts).map((kind) => [kind, 'TOO_MANY_ATTEMPTS, the owner: done']));
