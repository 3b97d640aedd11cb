/** @module-tag postgres */
import { expect, onTestFinished } from 'vitest';
import { engineOf } from '#db/engine';
import { openRaw } from '#db/testing/raw';
import { createApp } from '#server/http/app';
import { test } from '#server/testing/bank-test';
import { usesWritten } from './note-use.ts';
import { Browser, newPerson } from './testing/browser.ts';

test('a read by a signed-in user is answered while the database takes no writes, and its use is stored later', async ({
  bank,
}) => {
  const browser = new Browser(bank);
  await browser.register(newPerson());
  bank.clock.passSeconds(120);
  const raw = await openRaw(engineOf(bank.db).url);
  onTestFinished(() => raw.close());
  const lock = bank.db.engine === 'sqlite' ? 'BEGIN IMMEDIATE' : 'BEGIN; SELECT 1 FROM sessions FOR UPDATE';
  await raw.run(lock);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await createApp(bank).request('/api/auth/me', { headers: { cookie } });
  expect(answer.status).toBe(200);
  const seenAt = async () => {
    const [row] = await bank.db.select().from(bank.db.tables.sessions);
    return row?.lastSeenAt.toISOString();
  };
  expect(await seenAt()).toBe('2026-03-10T15:00:00.000Z');
  await raw.run('ROLLBACK');
  await usesWritten();
  expect(await seenAt()).toBe('2026-03-10T15:02:00.000Z');
});
