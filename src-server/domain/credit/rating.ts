/** The rating's scale: 0 to 1000 points (section 9 of the specification). */
export const MAX_RATING_POINTS = 1000;

/** Labels of the rating and the points from which each holds, best first (section 4 of the specification). */
export const RATING_BANDS = [
  { fromPoints: 700, label: 'Excelente' },
  { fromPoints: 500, label: 'Bom' },
  { fromPoints: 300, label: 'Regular' },
  { fromPoints: 0, label: 'Em construção' },
] as const;
export type RatingLabel = (typeof RATING_BANDS)[number]['label'];

/** The label of a rating of `points` (0 to 1000). */
export function ratingLabel(points: number): RatingLabel {
  return RATING_BANDS.find((band) => points >= band.fromPoints)?.label ?? 'Em construção';
}
