import { afterAll, afterEach } from 'vitest';
import { dropTestDataFolder } from './data-folder.ts';
import { endTestDbs } from './test-db.ts';

// Registered before any test file's own hooks, so it runs after them.
afterEach(endTestDbs);
afterAll(dropTestDataFolder);
