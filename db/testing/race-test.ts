import { test } from 'vitest';
import { isStandIn } from './test-db.ts';

/** A test with several connections, also run on PostgreSQL by `npm test`; skipped on PGlite. */
export function raceTest(
  name: string,
  run: () => Promise<void>,
  { timeout, tags = [] }: { timeout?: number; tags?: string[] } = {},
): void {
  const options = { tags: ['postgres', ...tags], ...(timeout !== undefined && { timeout }) };
  if (isStandIn()) test.skip(`${name} (PGlite has one connection)`, options, run);
  else test(name, options, run);
}

/** `raceTest` as options, for tests with fixtures: `test('…', race(), async ({ bank }) => …)`. */
export const race = () => ({ skip: isStandIn(), tags: ['postgres'] });
