import { ATTEMPT_LIMITS } from '#domain/limits';
import { SHARES_PER_USER, type SharedKind } from '#domain/sessions-in-limits';
import { alone } from '#server/access/caller-share';
import { type Attempting, countAttempt } from '../attempts.ts';

/** Uses up what all sessions of a user have of a limit together, but for `left`, at most one session's share. */
export const spendAll = (bank: Attempting, kind: SharedKind, name: string, left = 0): Promise<number> =>
  countAttempt(bank, kind, alone(name), SHARES_PER_USER * ATTEMPT_LIMITS[kind].max - left);
