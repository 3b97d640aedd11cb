/** What changed of a row, field by field, as the audit log shows it. */
export type Difference = Record<string, { from: unknown; to: unknown }>;

/** The fields of `after` whose value is another than in `before`, with both; null when there is none. */
export function difference<Row extends Record<string, string | number | boolean | null>>(
  before: Row,
  after: NoInfer<Row>,
): Difference | null {
  const changed = Object.entries(after).filter(([field, value]) => before[field] !== value);
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map(([field, to]) => [field, { from: before[field] ?? null, to }]));
}
