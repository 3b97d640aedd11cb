import { expect, test } from 'vitest';
import { testDb } from '#db/testing/test-db';
import { refuse } from '#domain/refusal';
import { userRow } from '#server/testing/user-row';
import { notify } from './notify.ts';

test('a notification is stored, and undone with its transaction', async () => {
  const db = await testDb();
  const { users, notifications } = db.tables;
  const at = new Date('2026-03-10T15:00:00.000Z');
  const user = userRow({ createdAt: at });
  await db.transaction((tx) => tx.insert(users).values(user));
  const told = { userId: user.id, kind: 'test', title: 'Chegou', text: 'R$ 1', href: '/client/dashboard' };
  await db.transaction((tx) => notify(tx, { ...told, at }));
  const undone = db.transaction(async (tx) => {
    await notify(tx, { ...told, href: null, at });
    refuse('BUSY');
  });
  await expect(undone).rejects.toThrow('BUSY');
  expect(await db.select().from(notifications)).toEqual([
    { ...told, id: expect.any(String), createdAt: at, readAt: null },
  ]);
});
