/** A pause that doubles with each failure after the first one, in the unit of `first`, up to `most`. */
export const doubled = (first: number, failures: number, most: number): number =>
  Math.min(first * 2 ** failures, most);
