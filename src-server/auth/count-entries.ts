import { type AttemptKind, ENTRIES_PER_ATTEMPT } from '#domain/limits';
import type { WhoOf } from '#server/access/caller-share';
import { type Attempting, countAttempt } from './attempts.ts';

/** A long history costs more: one more attempt for each ENTRIES_PER_ATTEMPT (or `each`) to be summed. */
export async function countEntries<Kind extends AttemptKind>(
  bank: Attempting,
  kind: Kind,
  who: WhoOf<Kind>,
  entries: number,
  each = ENTRIES_PER_ATTEMPT,
): Promise<void> {
  const weight = Math.floor(entries / each);
  if (weight > 0) await countAttempt(bank, kind, who, weight);
}

/** As `countEntries`, of entries that are found page by page. */
export function countingEntries<Kind extends AttemptKind>(
  bank: Attempting,
  kind: Kind,
  who: WhoOf<Kind>,
): (found: number) => Promise<void> {
  let rest = 0;
  return async (found) => {
    rest += found;
    await countEntries(bank, kind, who, rest);
    rest %= ENTRIES_PER_ATTEMPT;
  };
}

/** What reads all `rows` of a person counts once, and once more for each ENTRIES_PER_ATTEMPT of them. Refuses TOO_MANY_ATTEMPTS. */
export async function countReading<Kind extends AttemptKind>(
  bank: Attempting,
  kind: Kind,
  who: WhoOf<Kind>,
  rows: () => Promise<number>,
): Promise<void> {
  await countAttempt(bank, kind, who);
  await countEntries(bank, kind, who, await rows());
}
