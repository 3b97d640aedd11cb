import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { raceTest } from '#db/testing/race-test';
import { MAX_OPEN_SESSIONS } from '#domain/limits';
import type { Actor, RequestInfo } from '#server/kernel/context';
import { test as bankTest } from '#server/testing/bank-test';
import { codeOf } from '#server/testing/refusal-of';
import { type TestBank, testBank } from '#server/testing/test-bank';
import { newSessionToken, openSession } from './session.ts';
import { Browser, newPerson, PASSWORD } from './testing/browser.ts';

const test = bankTest.extend('scene', async ({ bank }) => {
  const desk = new Browser(bank, '203.0.113.7');
  const person = newPerson();
  const user = await desk.register(person);
  const phone = new Browser(bank, '198.51.100.9');
  bank.clock.passSeconds(120);
  await phone.login(person.cpf, PASSWORD);
  const stranger = new Browser(bank);
  await stranger.register(newPerson());
  return { bank, person, user, desk, phone, stranger };
});

const list = (browser: Browser) => browser.ask((caller) => caller.sessions.list());
const end = (browser: Browser, id: string) => browser.ask((caller) => caller.sessions.end({ id }));
const endOthers = (browser: Browser) => browser.ask((caller) => caller.sessions.endOthers());

async function openMore(bank: TestBank, user: Actor, count: number): Promise<void> {
  const request = { ip: '203.0.113.9', userAgent: 'vitest' } as RequestInfo;
  for (let number = 0; number < count; number += 1)
    await bank.db.transaction((tx) =>
      openSession(tx, { clock: bank.clock, request, session: null }, user, newSessionToken()),
    );
}

describe('open sessions', () => {
  test('open sessions are refused to anybody not signed in, and ended by their owner alone', async ({
    scene: { bank, desk, stranger },
  }) => {
    const nobody = new Browser(bank);
    const [first] = await list(desk);
    const id = first?.id ?? '';
    for (const call of [list(nobody), end(nobody, id), endOthers(nobody)])
      expect(await codeOf(call)).toBe('UNAUTHENTICATED');
    expect(await codeOf(end(stranger, id))).toBe('NOT_FOUND');
    expect(await codeOf(end(desk, 'a'.repeat(36)))).toBe('NOT_FOUND');
    expect(await codeOf(end(desk, ''))).toBe('VALIDATION');
    expect(await list(desk)).toHaveLength(2);
  });

  test('open sessions show device, address, time, and which one is current, never token or hash', async ({
    scene: { bank, desk },
  }) => {
    const sessions = await list(desk);
    const session = { id: expect.any(String), device: 'Dispositivo desconhecido' };
    const [phoneAt, deskAt] = ['2026-03-10T15:02:00.000Z', '2026-03-10T15:00:00.000Z'];
    expect(sessions.sort((one, other) => one.ip.localeCompare(other.ip))).toEqual([
      { ...session, ip: '198.51.100.9', createdAt: phoneAt, lastSeenAt: phoneAt, current: false },
      // Listing counts as a use.
      { ...session, ip: '203.0.113.7', createdAt: deskAt, lastSeenAt: phoneAt, current: true },
    ]);
    const rows = await bank.db.select().from(bank.db.tables.sessions);
    for (const { id } of rows) expect(JSON.stringify(sessions)).not.toContain(id);
  });

  test('open sessions exclude expired ones', async ({ scene: { bank, desk } }) => {
    bank.clock.passSeconds(12 * 60);
    await desk.me();
    bank.clock.passSeconds(12 * 60);
    expect((await list(desk)).map(({ current }) => current)).toEqual([true]);
  });

  test('a session is ended by its owner at once, and audited', async ({
    scene: { bank, user, desk, phone },
  }) => {
    const other = (await list(desk)).find(({ current }) => !current);
    expect(await end(desk, other?.id ?? '')).toEqual({ success: true });
    expect(await codeOf(phone.me())).toBe('UNAUTHENTICATED');
    expect((await desk.me()).user.id).toBe(user.id);
    const { auditLog } = bank.db.tables;
    const log = await bank.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'end_session'))
      .orderBy(auditLog.seq);
    expect(log).toMatchObject([{ userId: user.id, entityId: other?.id }]);
  });

  test('ending the current session is a logout', async ({ scene: { desk } }) => {
    const own = (await list(desk)).find(({ current }) => current);
    await end(desk, own?.id ?? '');
    // A late answer would clear the cookie of whoever has signed in meanwhile.
    expect(desk.lastCookies).toEqual([]);
    expect(await codeOf(desk.me())).toBe('UNAUTHENTICATED');
  });

  test('two tries of one sign-out end the session once, also when its token was renewed meanwhile', async ({
    scene: { bank, user, desk },
  }) => {
    const { auditLog, sessions } = bank.db.tables;
    const own = (await list(desk)).find(({ current }) => current);
    // Calls of one request were identified before any of them ran.
    await desk.ask(async (caller) => {
      await caller.reauthenticate({ password: PASSWORD });
      await Promise.all([caller.logout(), caller.sessions.end({ id: own?.id ?? '' })]);
    });
    const ofUser = eq(sessions.userId, user.id);
    expect(await bank.db.select().from(sessions).where(ofUser)).toHaveLength(1);
    const log = await bank.db.select().from(auditLog).where(eq(auditLog.action, 'logout'));
    expect(log.map(({ entityId }) => entityId)).toEqual([own?.id]);
  });

  test('ending all others keeps the current session and those of other users', async ({
    scene: { bank, person, desk, phone, stranger },
  }) => {
    const tablet = new Browser(bank);
    await tablet.login(person.cpf, PASSWORD);
    expect(await endOthers(desk)).toEqual({ ended: 2 });
    expect(await endOthers(desk)).toEqual({ ended: 0 });
    for (const browser of [phone, tablet]) expect(await codeOf(browser.me())).toBe('UNAUTHENTICATED');
    await desk.me();
    await stranger.me();
  });
});

describe('a user who exceeds the limit of open sessions', () => {
  test('a sign-in beyond the limit ends the oldest session, in the same commit, and audits it', async ({
    scene: { bank, person, user, desk, phone, stranger },
  }) => {
    const { auditLog } = bank.db.tables;
    const ends = () => bank.db.select().from(auditLog).where(eq(auditLog.action, 'end_session'));
    const [oldest, second] = (await list(desk)).sort((one, other) =>
      one.createdAt.localeCompare(other.createdAt),
    );
    bank.clock.passSeconds(1);
    await openMore(bank, user, MAX_OPEN_SESSIONS - 3);
    const [third, fourth] = [new Browser(bank), new Browser(bank)];
    await new Browser(bank).login(person.cpf, PASSWORD);
    expect(await list(desk)).toHaveLength(MAX_OPEN_SESSIONS);
    expect(await ends()).toEqual([]);

    await third.login(person.cpf, PASSWORD);
    expect(await codeOf(desk.me())).toBe('UNAUTHENTICATED');
    expect(await ends()).toMatchObject([{ userId: user.id, entityType: 'session', entityId: oldest?.id }]);
    await fourth.login(person.cpf, PASSWORD);
    expect(await codeOf(phone.me())).toBe('UNAUTHENTICATED');
    expect((await ends()).map(({ entityId }) => entityId)).toEqual([oldest?.id, second?.id]);
    for (const browser of [third, fourth]) await browser.me();
    await stranger.me();
  });

  test('another sign-in in the same browser replaces its session and ends no other', async ({
    scene: { bank, person, user, desk, phone },
  }) => {
    await openMore(bank, user, MAX_OPEN_SESSIONS - 2);
    for (let number = 0; number < 2; number += 1) await desk.login(person.cpf, PASSWORD);
    await phone.me();
    expect(await list(desk)).toHaveLength(MAX_OPEN_SESSIONS);
  });
});

raceTest('five concurrent sign-ins of one user leave no more sessions than allowed', async () => {
  const bank = await testBank();
  const person = newPerson();
  const user = await new Browser(bank).register(person);
  const browsers = Array.from({ length: 5 }, () => new Browser(bank));
  for (const browser of browsers) {
    await browser.login(person.cpf, PASSWORD);
    await browser.logout();
  }
  await openMore(bank, user, MAX_OPEN_SESSIONS);
  await Promise.all(browsers.map((browser) => browser.login(person.cpf, PASSWORD)));
  for (const browser of browsers) await browser.me();
  expect(await bank.db.select().from(bank.db.tables.sessions)).toHaveLength(MAX_OPEN_SESSIONS);
});
