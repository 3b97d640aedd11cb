import { afterEach } from 'vitest';
import { endTestDbs } from './test-db.ts';

// Registered before any test file's own hooks, so it runs after them.
afterEach(endTestDbs);
