import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { test as bankTest } from '#server/testing/bank-test';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { Browser, newPerson, PASSWORD } from './testing/browser.ts';

const INVALID = { status: 401, error: 'Credenciais inválidas', code: 'INVALID_CREDENTIALS' };

const test = bankTest.extend('scene', async ({ bank }) => {
  const person = newPerson({ cpf: '529.982.247-25' });
  const user = await new Browser(bank).register(person);
  return { bank, person, user };
});

const setUser = (bank: TestBank, id: string, fields: { isActive?: boolean; passwordHash?: string }) =>
  bank.db.transaction(async (tx) => {
    const { users } = tx.tables;
    await tx.update(users).set(fields).where(eq(users.id, id));
  });

describe('login', () => {
  test('a login accepts the document with and without its mask', async ({ scene: { bank, user } }) => {
    for (const document of ['529.982.247-25', '52998224725', ' 529 982 247 25 ']) {
      const browser = new Browser(bank);
      expect(await browser.login(document, PASSWORD)).toEqual({
        requiresTwoFactor: false,
        message: 'Login realizado',
        user,
      });
      expect((await browser.me()).user.id).toBe(user.id);
    }
  });

  test('a login is audited with the session it opened', async ({ scene: { bank, user } }) => {
    await new Browser(bank, '198.51.100.1').login('52998224725', PASSWORD);
    const { auditLog, sessions } = bank.db.tables;
    const [row] = await bank.db.select().from(auditLog).where(eq(auditLog.action, 'login'));
    expect(row).toMatchObject({ userId: user.id, entityType: 'session', ipAddress: '198.51.100.1' });
    const opened = await bank.db
      .select()
      .from(sessions)
      .where(eq(sessions.publicId, row?.entityId ?? ''));
    expect(opened).toHaveLength(1);
  });

  test('each login opens a new session in place of the browser’s former one', async ({ scene: { bank } }) => {
    const browser = new Browser(bank);
    await browser.login('52998224725', PASSWORD);
    const before = new Browser(bank);
    before.cookies.set('session', browser.cookies.get('session') ?? '');
    await before.me();
    await browser.login('52998224725', PASSWORD);
    expect(browser.cookies.get('session')).not.toBe(before.cookies.get('session'));
    expect(await codeOf(before.me())).toBe('UNAUTHENTICATED');
  });

  test('a login accepts the password in any Unicode form of its accents', async ({ bank }) => {
    await new Browser(bank).register(newPerson({ cpf: '52998224725', password: 'mac\u0327a\u0303 verde' }));
    await new Browser(bank).login('52998224725', 'ma\u00e7\u00e3 verde');
  });

  test('a login replaces a hash made at another cost', async ({ scene: { bank, user } }) => {
    await setUser(bank, user.id, { passwordHash: await hash(PASSWORD, { memoryCost: 8192, timeCost: 1 }) });
    await new Browser(bank).login('52998224725', PASSWORD);
    const [row] = await bank.db.select().from(bank.db.tables.users);
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await new Browser(bank).login('52998224725', PASSWORD);
  });
});

describe('refused logins', () => {
  test('a login is refused with one answer for a wrong password, an unknown document, and an invalid one', async ({
    scene: { bank },
  }) => {
    const guesses: [string, string][] = [
      ['52998224725', 'wrong'],
      ['52998224725', PASSWORD.toUpperCase()],
      ['111.444.777-35', PASSWORD],
      ['12.ABC.345/01DE-35', PASSWORD],
      ['529.982.247-26', PASSWORD],
      ["' or 1=1 -- '", PASSWORD],
    ];
    for (const [document, password] of guesses) {
      const browser = new Browser(bank);
      expect(await refusalOf(browser.login(document, password)), document).toEqual(INVALID);
      expect(browser.lastCookies).toEqual([]);
    }
    const { auditLog } = bank.db.tables;
    expect(await bank.db.select().from(auditLog).where(eq(auditLog.action, 'login'))).toEqual([]);
  });

  test('a login is refused in about the same time for an unknown document', async ({ scene: { bank } }) => {
    const timeOf = async (document: string, ip: string) => {
      // CPU time: wall time would include other processes.
      const before = process.cpuUsage();
      await refusalOf(new Browser(bank, ip).login(document, 'wrong'));
      const { user: ownMicros, system } = process.cpuUsage(before);
      return ownMicros + system;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      // A quiet day between rounds, so that limits do not answer instead of the verification.
      bank.clock.passSeconds(25 * 3600);
      known.push(await timeOf('52998224725', '198.51.100.1'));
      unknown.push(await timeOf('11144477735', '198.51.100.2'));
    }
    const median = (times: number[]) => times.sort((one, other) => one - other)[7] ?? 0;
    // Without verifying a dummy hash the unknown one would take a tenth.
    expect(median(unknown)).toBeGreaterThan(median(known) * 0.5);
    expect(median(known)).toBeGreaterThan(median(unknown) * 0.5);
  });

  test('a home’s 20 IPv6 networks try 60 wrong passwords a minute together, and another home its own', async ({
    scene: { bank },
  }) => {
    const wrong = (network: string) =>
      codeOf(new Browser(bank, `2001:db8:1:${network}::1`).login(generateCpf(), 'wrong'));
    for (let number = 0; number < 60; number += 1)
      expect(await wrong(`aa${10 + (number % 20)}`), `guess ${number}`).toBe('INVALID_CREDENTIALS');
    expect(await wrong('aa10')).toBe('TOO_MANY_ATTEMPTS');
    expect(await wrong('aa99')).toBe('TOO_MANY_ATTEMPTS');
    expect(await wrong('ab10')).toBe('INVALID_CREDENTIALS');
    bank.clock.passSeconds(60);
    expect(await wrong('aa10')).toBe('INVALID_CREDENTIALS');
  });

  test('right passwords do not count as wrong ones of their home', async ({ scene: { bank } }) => {
    for (let number = 0; number < 65; number += 1)
      await new Browser(bank, `2001:db8:1:aa${10 + (number % 20)}::1`).login('52998224725', PASSWORD);
  });

  test('a login is refused to a deactivated user, who learns why only with the right password', async ({
    scene: { bank, user },
  }) => {
    await setUser(bank, user.id, { isActive: false });
    expect(await refusalOf(new Browser(bank).login('52998224725', 'wrong'))).toEqual(INVALID);
    expect(await refusalOf(new Browser(bank).login('52998224725', PASSWORD))).toMatchObject({
      status: 403,
      code: 'USER_INACTIVE',
    });
  });

  test('a login without a field is refused with messages', async ({ bank }) => {
    expect((await refusalOf(new Browser(bank).login('', ''))).fields).toEqual({
      document: 'CPF ou CNPJ é obrigatório',
      password: 'Senha é obrigatória',
    });
  });

  test('a request for the signed-in user is refused without a session', async ({ bank }) => {
    expect(await refusalOf(new Browser(bank).me())).toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
    });
  });
});
