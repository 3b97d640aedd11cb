import { afterAll, afterEach } from 'vitest';
import { dropTestDataFolder } from './data-folder.ts';
import { assertHeadWasLast } from './last-write.ts';
import { endTestDbs } from './test-db.ts';

// Registered before a test file's hooks, so it runs after them.
afterEach(async () => {
  await endTestDbs();
  assertHeadWasLast();
});
afterAll(dropTestDataFolder);
