import { test } from 'vitest';
import { isStandIn } from './test-db.ts';

/**
 * A test that needs several connections at once, which `npm test` runs on PostgreSQL, too; skipped, with the reason in its
 * name, where PGlite stands in.
 */
export function raceTest(
  name: string,
  run: () => Promise<void>,
  { timeout, tags = [] }: { timeout?: number; tags?: string[] } = {},
): void {
  const options = { tags: ['postgres', ...tags], ...(timeout !== undefined && { timeout }) };
  if (isStandIn()) test.skip(`${name} (PGlite has one connection)`, options, run);
  else test(name, options, run);
}

/** The same as options of a test that takes fixtures: `test('…', race(), async ({ bank }) => …)`. */
export const race = () => ({ skip: isStandIn(), tags: ['postgres'] });
