import type { Difference } from '#domain/pix/comparison';

/** In a report: differences of each check, and repairs. */
export const MAX_KEPT = 200;

/** The first of each check: many of one hide no other. */
export function keptDifferences(differences: readonly Difference[]): Difference[] {
  const counts = new Map<string, number>();
  return differences.filter(({ check }) => {
    const count = (counts.get(check) ?? 0) + 1;
    counts.set(check, count);
    return count <= MAX_KEPT;
  });
}
