import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { SESSION_LIMITS } from '#domain/limits';
import { QUIET_HEADER } from '#domain/quiet';
import { test as bankTest } from '#server/testing/bank-test';
import { caller } from '#server/testing/http-caller';
import { codeOf } from '#server/testing/refusal-of';
import { testBank } from '#server/testing/test-bank';
import { createAdmin } from './create-admin.ts';
import { authDailySteps } from './daily-steps.ts';
import { Browser, newPerson, PASSWORD } from './testing/browser.ts';

const ADMIN = { fullName: 'Helena', email: 'helena@bank.example', cpf: '11144477735', password: PASSWORD };

const test = bankTest.extend('scene', async ({ bank }) => {
  const browser = new Browser(bank);
  const user = await browser.register(newPerson());
  return { bank, browser, user };
});

describe('session', () => {
  test('a session is stored as a hash, and the hash opens no session', async ({
    scene: { bank, browser },
  }) => {
    const token = browser.cookies.get('session') ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    const [row] = await bank.db.select().from(bank.db.tables.sessions);
    expect(row?.id).toBe(createHash('sha256').update(token).digest('hex'));
    expect(JSON.stringify(row)).not.toContain(token);

    browser.cookies.set('session', row?.id ?? '');
    expect(await codeOf(browser.me())).toBe('UNAUTHENTICATED');
  });

  test('a session is kept in a cookie that scripts and other sites cannot use, Secure over https', async ({
    scene: { browser },
  }) => {
    expect(browser.lastCookies).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    const https = new Browser(await testBank({ APP_ORIGIN: 'https://bank.example' }));
    await https.register(newPerson());
    expect(https.lastCookies).toEqual([
      expect.stringMatching(/^__Host-session=[\w-]{43}; .*Path=\/; HttpOnly; SameSite=Strict; Secure$/),
      expect.stringMatching(/^__Host-device=[\w.-]+; .*Path=\/; HttpOnly; SameSite=Strict; Secure$/),
    ]);
    expect((await https.me()).user.role).toBe('cliente');
  });

  test.each([
    ['cliente', 15, 12],
    ['admin', 10, 8],
  ] as const)('a session of %s ends after %i idle minutes and %i hours', async (role, idleMinutes, hours) => {
    const bank = await testBank();
    await createAdmin(bank, ADMIN);
    const browser = new Browser(bank);
    if (role === 'admin') await browser.login(ADMIN.cpf, PASSWORD);
    else await browser.register(newPerson());
    expect(SESSION_LIMITS[role]).toEqual({ idleSeconds: idleMinutes * 60, absoluteSeconds: hours * 3600 });

    const cookies = new Map(browser.cookies);
    bank.clock.passSeconds(idleMinutes * 60 - 1);
    await browser.me();
    bank.clock.passSeconds(idleMinutes * 60 - 1);
    await browser.me();
    bank.clock.passSeconds(idleMinutes * 60);
    expect(await codeOf(browser.me())).toBe('UNAUTHENTICATED');

    // Ends even if used all the time.
    const document = role === 'admin' ? ADMIN.cpf : null;
    if (document) await browser.login(document, PASSWORD);
    else await browser.register(newPerson());
    expect(browser.cookies.get('session')).not.toBe(cookies.get('session'));
    const openedAt = bank.clock.real().getTime();
    const step = idleMinutes * 60 - 30;
    while (bank.clock.real().getTime() + step * 1000 < openedAt + hours * 3_600_000) {
      bank.clock.passSeconds(step);
      await browser.me();
    }
    bank.clock.passSeconds((openedAt + hours * 3_600_000 - bank.clock.real().getTime()) / 1000 - 1);
    await browser.me();
    bank.clock.passSeconds(1);
    expect(await codeOf(browser.me())).toBe('UNAUTHENTICATED');
  });

  test('the use of a session is written at most once a minute', async ({ scene: { bank, browser } }) => {
    const { sessions } = bank.db.tables;
    const lastSeen = async () => (await bank.db.select().from(sessions))[0]?.lastSeenAt.toISOString();
    const opened = await lastSeen();
    bank.clock.passSeconds(59);
    await browser.me();
    expect(await lastSeen()).toBe(opened);
    bank.clock.passSeconds(1);
    await browser.me();
    expect(await lastSeen()).toBe('2026-03-10T15:01:00.000Z');
  });

  test('a screen’s own requests do not keep a session open', async ({ scene: { bank, browser } }) => {
    const { idleSeconds } = SESSION_LIMITS.cliente;
    const cookie = `session=${browser.cookies.get('session')}`;
    const me = async (headers: Record<string, string> = {}) =>
      (await caller(bank)('GET', '/api/auth/me', undefined, { cookie, ...headers })).status;
    bank.clock.passSeconds(idleSeconds - 60);
    expect(await me({ [QUIET_HEADER]: '1' })).toBe(200);
    bank.clock.passSeconds(59);
    expect(await me()).toBe(200);
    bank.clock.passSeconds(idleSeconds - 60);
    expect(await me({ [QUIET_HEADER]: '1' })).toBe(200);
    bank.clock.passSeconds(60);
    expect(await me({ [QUIET_HEADER]: '1' })).toBe(401);
  });

  test('a deactivated user’s session ends at once', async ({ scene: { bank, browser, user } }) => {
    await bank.db.transaction(async (tx) => {
      const { users } = tx.tables;
      await tx.update(users).set({ isActive: false }).where(eq(users.id, user.id));
    });
    expect(await codeOf(browser.me())).toBe('UNAUTHENTICATED');
  });

  test('a clock set back by ten minutes ends no session, and one set back by weeks does', async ({
    scene: { bank, browser },
  }) => {
    bank.clock.passSeconds(-600);
    expect((await browser.me()).today).toBe('2026-03-10');
    bank.clock.passSeconds(-40 * 24 * 3600);
    expect(await codeOf(browser.me())).toBe('UNAUTHENTICATED');
  });

  test('a made-up token opens no session', async ({ scene: { browser } }) => {
    for (const token of ['x', 'a'.repeat(43), '', "' or 1=1 --", 'é'.repeat(43)]) {
      browser.cookies.set('session', token);
      expect(await codeOf(browser.me())).toBe('UNAUTHENTICATED');
    }
  });

  test('the daily run deletes expired sessions, and no open ones', async ({ scene: { bank, browser } }) => {
    const { sessions, attempts } = bank.db.tables;
    await codeOf(new Browser(bank).login('52998224725', 'wrong'));
    const run = async () => {
      for (const step of authDailySteps) await step.run(bank, bank.clock.today());
    };
    await run();
    expect(await bank.db.select().from(sessions)).toHaveLength(1);
    expect((await browser.me()).today).toBe('2026-03-10');
    bank.clock.passSeconds(24 * 3600);
    await run();
    expect(await bank.db.select().from(sessions)).toEqual([]);
    expect(await bank.db.select().from(attempts)).toEqual([]);
  });
});

describe('logout', () => {
  test('a logout ends the session, clears the cookie and is audited', async ({
    scene: { bank, browser, user },
  }) => {
    const stolen = new Browser(bank);
    stolen.cookies.set('session', browser.cookies.get('session') ?? '');
    expect(await browser.logout()).toEqual({ success: true });
    expect(browser.lastCookies).toEqual(['session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict']);
    expect(await codeOf(stolen.me())).toBe('UNAUTHENTICATED');
    const { auditLog } = bank.db.tables;
    const rows = await bank.db.select().from(auditLog).where(eq(auditLog.action, 'logout'));
    expect(rows).toMatchObject([{ userId: user.id, entityType: 'session' }]);
  });

  test('a logout succeeds without a session', async ({ bank }) => {
    const browser = new Browser(bank);
    expect(await browser.logout()).toEqual({ success: true });
    browser.cookies.set('session', 'a'.repeat(43));
    expect(await browser.logout()).toEqual({ success: true });
    expect(browser.cookies.has('session')).toBe(false);
    expect(await bank.db.select().from(bank.db.tables.auditLog)).toEqual([]);
  });

  test('a logout keeps the device known', async ({ scene: { browser } }) => {
    await browser.logout();
    expect(browser.cookies.has('device')).toBe(true);
  });
});
