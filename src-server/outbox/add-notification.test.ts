import { expect, test } from 'vitest';
import { testDb } from '#db/testing/test-db';
import { refuse } from '#domain/refusal';
import { userRow } from '#server/testing/user-row';
import { addNotification } from './add-notification.ts';

test('a notification is stored, and undone with its transaction', async () => {
  const db = await testDb();
  const { users, notifications } = db.tables;
  const at = new Date('2026-03-10T15:00:00.000Z');
  const user = userRow({ createdAt: at });
  await db.transaction((tx) => tx.insert(users).values(user));
  const told = {
    userId: user.id,
    kind: 'test',
    title: 'Chegou',
    text: 'R$ 1',
    href: '/client/dashboard',
    dedupeKey: null,
  };
  await db.transaction((tx) => addNotification(tx, { ...told, at }));
  const undone = db.transaction(async (tx) => {
    await addNotification(tx, { ...told, href: null, at });
    refuse('BUSY');
  });
  await expect(undone).rejects.toThrow('BUSY');
  expect(await db.select().from(notifications)).toEqual([
    { ...told, id: expect.any(String), createdAt: at, readAt: null },
  ]);
});

test('of notifications with the same key only the first is kept, and without a key all are kept', async () => {
  const db = await testDb();
  const { users, notifications } = db.tables;
  const at = new Date('2026-03-10T15:00:00.000Z');
  const user = userRow({ createdAt: at });
  await db.transaction((tx) => tx.insert(users).values(user));
  const add = (title: string, dedupeKey: string | null) =>
    db.transaction((tx) =>
      addNotification(tx, { userId: user.id, kind: 'test', title, text: '', href: null, at, dedupeKey }),
    );
  expect(await add('Parcela em atraso', 'test:1')).toBe(true);
  expect(await add('Parcela atrasada', 'test:1')).toBe(false);
  expect(await add('Sem chave', null)).toBe(true);
  expect(await add('Sem chave', null)).toBe(true);
  const kept = await db.select().from(notifications);
  expect(kept.map(({ title }) => title)).toEqual(['Parcela em atraso', 'Sem chave', 'Sem chave']);
});
