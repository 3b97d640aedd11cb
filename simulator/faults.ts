/** What goes wrong on the way, by share of the calls (0 to 1). All off: a quiet network. */
export type Faults = {
  /** The effect comes late: the call is worked on after so many milliseconds at most. */
  delayBefore: number;
  delayBeforeMs: number;
  /** The effect comes at once, its answer late. */
  delayAfter: number;
  delayAfterMs: number;
  /** The connection breaks without effect, or after it. */
  dropBefore: number;
  dropAfter: number;
  /** 500 without effect, or after it. */
  errorBefore: number;
  errorAfter: number;
  /** 429, without effect. */
  tooMany: number;
  /** All that goes wrong on the way to an effect and back spares the calls that only ask. */
  onlyPosts: boolean;
  /** Every event is delivered so many times more. */
  duplicateWebhooks: number;
  /** Events overtake one another. */
  reorderWebhooks: boolean;
  /** Share of deliveries that somebody else accompanies with a false event. */
  forgedWebhooks: number;
  /** Every connection to the provider's paths breaks at once. */
  down: boolean;
  /** Where the generator of chances stands; the same seed gives the same course. */
  seed: number;
};

export const NO_FAULTS: Faults = {
  delayBefore: 0,
  delayBeforeMs: 0,
  delayAfter: 0,
  delayAfterMs: 0,
  dropBefore: 0,
  dropAfter: 0,
  errorBefore: 0,
  errorAfter: 0,
  tooMany: 0,
  onlyPosts: false,
  duplicateWebhooks: 0,
  reorderWebhooks: false,
  forgedWebhooks: 0,
  down: false,
  seed: 1,
};

/** The next number from 0 to 1 (mulberry32); moves the seed on. */
export function chance(of: { seed: number }): number {
  of.seed = (of.seed + 0x6d2b79f5) >>> 0;
  let mixed = of.seed;
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}

/** Whether something that happens at this rate happens now. A rate of 0 leaves the seed alone. */
export const happens = (faults: Faults, rate: number): boolean => rate > 0 && chance(faults) < rate;
