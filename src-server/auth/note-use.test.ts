/** @module-tag postgres */
import { eq } from 'drizzle-orm';
import { expect, onTestFinished } from 'vitest';
import { engineOf } from '#db/engine';
import { openRaw } from '#db/testing/raw';
import { requestFrom } from '#server/decision/testing/item';
import { createApp } from '#server/http/app';
import type { SignedInUser } from '#server/kernel/context';
import { test } from '#server/testing/bank-test';
import { openBankWithTwo } from '#server/testing/people';
import type { TestBank } from '#server/testing/test-bank';
import { usesWritten } from './note-use.ts';
import { findSession, newSessionToken, openSession } from './session.ts';
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

/** A session of each user, opened now. */
async function openFor(bank: TestBank, users: Record<string, SignedInUser>): Promise<Record<string, string>> {
  const request = requestFrom('203.0.113.7');
  const opened = Object.entries(users).map(async ([name, user]) => {
    const token = newSessionToken();
    await bank.db.transaction((tx) =>
      openSession(tx, { clock: bank.clock, request, session: null }, user, token),
    );
    return [name, token] as const;
  });
  return Object.fromEntries(await Promise.all(opened));
}

const sessionsOf = async ({ db }: TestBank, { id }: SignedInUser) => {
  const { sessions } = db.tables;
  const [row] = await db.select().from(sessions).where(eq(sessions.userId, id));
  return { seenAt: row?.lastSeenAt.toISOString(), endsAt: row?.expiresAt.toISOString() };
};

test('uses that are noted together are written in one transaction, and each session keeps its own end', async () => {
  let commits = 0;
  const { bank, ana, bruno, admin } = await openBankWithTwo({}, { onCommit: () => (commits += 1) });
  const tokens = await openFor(bank, { ana: ana.user, bruno: bruno.user, admin: admin.user });
  const { sessions } = bank.db.tables;
  const absoluteExpiresAt = new Date('2026-03-10T15:10:00Z');
  await bank.db.transaction((tx) =>
    tx.update(sessions).set({ absoluteExpiresAt }).where(eq(sessions.userId, bruno.user.id)),
  );
  bank.clock.passSeconds(120);
  commits = 0;
  const found = await Promise.all(Object.values(tokens).map((token) => findSession(bank, token)));
  await Promise.all(Object.values(tokens).map((token) => findSession(bank, token)));
  expect(commits).toBe(0);
  await usesWritten();
  expect(commits).toBe(1);

  const seenAt = '2026-03-10T15:02:00.000Z';
  const ends = {
    ana: '2026-03-10T15:17:00.000Z',
    bruno: '2026-03-10T15:10:00.000Z',
    admin: '2026-03-10T15:12:00.000Z',
  };
  expect(found.map((one) => one?.session.expiresAt.toISOString())).toEqual(Object.values(ends));
  expect(await sessionsOf(bank, ana.user)).toEqual({ seenAt, endsAt: ends.ana });
  expect(await sessionsOf(bank, bruno.user)).toEqual({ seenAt, endsAt: ends.bruno });
  expect(await sessionsOf(bank, admin.user)).toEqual({ seenAt, endsAt: ends.admin });
});

test('a use is written soon, also one noted while others are written', async ({ bank, ana, bruno }) => {
  const tokens = await openFor(bank, { ana: ana.user, bruno: bruno.user });
  bank.clock.passSeconds(120);
  await findSession(bank, tokens.ana ?? '');
  const written = usesWritten();
  await findSession(bank, tokens.bruno ?? '');
  await written;
  await expect.poll(async () => (await sessionsOf(bank, bruno.user)).seenAt).toBe('2026-03-10T15:02:00.000Z');
  expect((await sessionsOf(bank, ana.user)).seenAt).toBe('2026-03-10T15:02:00.000Z');
});
