/** @module-tag postgres */
import { expect, test } from 'vitest';
import { testDb } from '#db/testing/test-db';
import { SWITCH_NAMES } from '#domain/settings';
import { readSetting } from './read.ts';
import { writeSetting } from './write.ts';

const at = new Date('2026-03-10T15:00:00.000Z');
const here = { isProduction: false };
const inProduction = { isProduction: true };

test('a setting has its default until it is set, and keeps the last value', async () => {
  const db = await testDb();
  expect(await Promise.all(SWITCH_NAMES.map((name) => readSetting(db, name)))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  const set = (value: boolean) =>
    db.transaction((tx) => writeSetting(tx, 'requireAdminTwoFactor', value, at, here));
  expect(await set(true)).toBe(false);
  expect(await readSetting(db, 'requireAdminTwoFactor', here)).toBe(true);
  expect(await set(false)).toBe(true);
  expect(await readSetting(db, 'requireAdminTwoFactor', here)).toBe(false);
  expect(await readSetting(db, 'notifyNewClients')).toBe(true);
});

test('concurrent writers of a setting each get the value before their own', async () => {
  const db = await testDb();
  const values = Array.from({ length: 20 }, (_, index) => index % 2 === 0);
  const before = await Promise.all(
    values.map((value) => db.transaction((tx) => writeSetting(tx, 'notifyNewClients', value, at))),
  );
  // Each writer saw the previous value.
  const last = await readSetting(db, 'notifyNewClients');
  const seen = before.filter(Boolean).length + Number(last);
  const written = values.filter(Boolean).length + 1;
  expect(seen).toBe(written);
});

test('a stored setting of the wrong kind is an error', async () => {
  const db = await testDb();
  const { bankSettings } = db.tables;
  await db.transaction((tx) =>
    tx.insert(bankSettings).values({ name: 'notifyNewClients', value: 'sim', changedAt: at }),
  );
  await expect(readSetting(db, 'notifyNewClients')).rejects.toThrow();
});

test('in production the default settings require a second factor of administrators, and limit an adjustment', async () => {
  const db = await testDb();
  expect(await readSetting(db, 'requireAdminTwoFactor', inProduction)).toBe(true);
  expect(await readSetting(db, 'maxAdjustment', inProduction)).toBe('100000.00');
  const before = await db.transaction((tx) =>
    writeSetting(tx, 'requireAdminTwoFactor', false, at, inProduction),
  );
  expect(before).toBe(true);
  expect(await readSetting(db, 'requireAdminTwoFactor', inProduction)).toBe(false);
});
