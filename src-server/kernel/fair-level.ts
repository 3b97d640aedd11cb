/**
 * The most that each may have so that all together have no more than `capacity` (max-min fairness: who wants less gets it whole). Infinity if
 * all can have what they want. Same unit for all.
 */
export function fairLevel(wanted: Iterable<number>, capacity: number): number {
  const rising = [...wanted].sort((one, other) => one - other);
  let left = capacity;
  for (const [place, amount] of rising.entries()) {
    const others = rising.length - place;
    if (amount * others > left) return left / others;
    left -= amount;
  }
  return Number.POSITIVE_INFINITY;
}
