import { nextRandom } from '#domain/random';

/** Network faults, as shares of calls (0 to 1); all off. */
export const NO_FAULTS = {
  delayBefore: 0,
  delayBeforeMs: 0,
  delayAfter: 0,
  delayAfterMs: 0,
  dropBefore: 0,
  dropAfter: 0,
  errorBefore: 0,
  errorAfter: 0,
  tooMany: 0,
  /** Calls that each API key has left before every further one is answered 429; 0: no limit. */
  quota: 0,
  onlyPosts: false,
  duplicateWebhooks: 0,
  reorderWebhooks: false,
  forgedWebhooks: 0,
  down: false,
  /** State of the random generator; the same seed repeats a run. */
  seed: 1,
};
export type Faults = typeof NO_FAULTS;

/** A rate of 0 does not advance the seed. */
export const happens = (faults: Faults, rate: number): boolean => rate > 0 && nextRandom(faults) < rate;
