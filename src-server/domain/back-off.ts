/** Exponential back-off in the unit of `first`, capped at `most`. */
export const exponentialBackOff = (first: number, failures: number, most: number): number =>
  Math.min(first * 2 ** failures, most);
