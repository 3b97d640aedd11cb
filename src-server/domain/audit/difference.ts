export type Difference = Record<string, { from: unknown; to: unknown }>;

/** Null if nothing changed. */
export function difference<Row extends Record<string, string | number | boolean | null>>(
  before: Row,
  after: NoInfer<Row>,
): Difference | null {
  const changed = Object.entries(after).filter(([field, value]) => before[field] !== value);
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map(([field, to]) => [field, { from: before[field], to }]));
}
