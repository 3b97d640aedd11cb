import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { fingerprint, matrixScene } from '#server/testing/matrix-scene';

test('the fingerprint of a bank changes with one stored value, but not with a counted attempt', async () => {
  const { bank, things } = await matrixScene();
  const { attempts, notifications } = bank.db.tables;
  const before = await fingerprint(bank);
  await bank.db.transaction(async (tx) => {
    await tx.insert(attempts).values({ bucket: 'login', count: 1, windowStartedAt: bank.clock.now() });
  });
  expect(await fingerprint(bank)).toBe(before);
  const read = (readAt: Date | null) =>
    bank.db.transaction(async (tx) => {
      await tx.update(notifications).set({ readAt }).where(eq(notifications.id, things.own.notificationId));
    });
  await read(bank.clock.now());
  expect(await fingerprint(bank)).not.toBe(before);
  await read(null);
  expect(await fingerprint(bank)).toBe(before);
});
