import { afterAll, afterEach } from 'vitest';
import { dropSpareDbs, endTestDbs } from './test-db.ts';

// Registered before any test file's own hooks, so they run after them.
afterEach(endTestDbs);
afterAll(dropSpareDbs);
