import { test } from 'vitest';
import { isStandIn } from './test-db.ts';

/** A test that needs several connections at once; skipped, with the reason in its name, where PGlite stands in. */
export const raceTest = (name: string, run: () => Promise<void>, timeoutMs?: number): void =>
  isStandIn() ? test.skip(`${name} (PGlite has one connection)`, run) : test(name, run, timeoutMs);
