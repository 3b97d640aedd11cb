import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { ATTEMPT_LIMITS, RECOVERY } from '#domain/limits';
import { openBody } from '#server/outbox/sealed';
import { test as bankTest } from '#server/testing/bank-test';
import { codeOf, refusalOf, settledCodes } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { countAttempt } from './attempts.ts';
import { authDailySteps } from './daily-steps.ts';
import { Browser, newPerson, PASSWORD } from './testing/browser.ts';
import { withPasskey } from './testing/security-key.ts';

const NEXT = 'outra senha comprida';

const request = (browser: Browser, email: string) =>
  browser.ask((caller) => caller.recovery.request({ email }));
const reset = (browser: Browser, token: string, password = NEXT) =>
  browser.ask((caller) => caller.recovery.reset({ token, password }));

const test = bankTest.extend('scene', async ({ bank }) => {
  const desk = new Browser(bank);
  const person = newPerson();
  const user = await desk.register(person);
  return { bank, person, user, desk, visitor: new Browser(bank, '198.51.100.9') };
});

async function links(bank: TestBank): Promise<string[]> {
  const { outbox } = bank.db.tables;
  const mails = await bank.db.select().from(outbox).where(eq(outbox.kind, 'recovery')).orderBy(outbox.id);
  return mails.flatMap((mail) => {
    const { text } = openBody(bank.keys, mail);
    const line = text.split('\n').find((one) => one.startsWith('http') && one.includes('?token='));
    return new URL(line ?? 'http://none').searchParams.get('token') ?? [];
  });
}

async function newestLink(bank: TestBank): Promise<string> {
  return (await links(bank)).at(-1) ?? '';
}

describe('the recovery link', () => {
  test('a request for a recovery link has the same answer for known and unknown addresses', async ({
    scene: { bank, person, user, visitor },
  }) => {
    expect(await request(visitor, ' nobody@correio.example ')).toEqual({ success: true });
    expect(await links(bank)).toEqual([]);
    expect(await request(visitor, person.email.toUpperCase())).toEqual({ success: true });
    expect(await links(bank)).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
    expect((await refusalOf(request(visitor, 'nobody'))).fields).toEqual({ email: 'E-mail inválido' });
    await bank.db.transaction(async (tx) => {
      const { users } = tx.tables;
      await tx.update(users).set({ isActive: false }).where(eq(users.id, user.id));
    });
    expect(await request(visitor, person.email)).toEqual({ success: true });
    expect(await links(bank)).toHaveLength(1);
  });

  test('a request for a recovery link takes the same time for known and unknown addresses', {
    tags: ['prove'],
  }, async ({ scene: { bank, person } }) => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let round = 0; round < 7; round += 1) {
      bank.clock.passSeconds(3600);
      for (const who of ['known', 'unknown'] as const) {
        const startedAtMs = performance.now();
        await request(new Browser(bank), who === 'known' ? person.email : `nobody.${round}@correio.example`);
        times[who].push(performance.now() - startedAtMs);
      }
    }
    const median = (list: number[]) => list.sort((one, other) => one - other)[3] ?? 0;
    // Writing a link takes milliseconds longer; the minimum duration hides it.
    for (const time of [...times.known, ...times.unknown])
      expect(time).toBeGreaterThan(RECOVERY.answerMs - 2);
    expect(median(times.known)).toBeLessThan(median(times.unknown) * 1.5);
    expect(median(times.unknown)).toBeLessThan(median(times.known) * 1.5);
    expect(await links(bank)).toHaveLength(7);
  });

  test('recovery links are limited to 10 an hour for one e-mail address, and requests to 60 an hour from one network', {
    tags: ['prove'],
  }, async ({ scene: { bank, person } }) => {
    for (let index = 0; index < 12; index += 1)
      await request(new Browser(bank, `198.51.100.${index}`), person.email);
    expect(await links(bank)).toHaveLength(10);
    const crowd = new Browser(bank, '192.0.2.1');
    const asked = await Promise.allSettled(
      Array.from({ length: 62 }, (_, index) => request(crowd, `nobody.${index}@correio.example`)),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
    bank.clock.passSeconds(3600);
    await request(crowd, person.email);
    expect(await links(bank)).toHaveLength(11);
  });

  test('a home’s IPv6 networks request 180 recovery links an hour together, and another home its own', async ({
    scene: { bank, person },
  }) => {
    for (const network of ['aa01', 'aa02', 'aa03', 'aa04'])
      await countAttempt(bank, 'recovery', `2001:db8:1:${network}::1`, 45);
    const from = (address: string) => codeOf(request(new Browser(bank, address), person.email));
    for (const network of ['aa01', 'aa05'])
      expect(await from(`2001:db8:1:${network}::1`)).toBe('TOO_MANY_ATTEMPTS');
    await request(new Browser(bank, '2001:db8:1:ab01::1'), person.email);
    expect(await links(bank)).toHaveLength(1);
  });

  test('a recovery link stays valid while a stranger uses up the limit of the address, and another one is sent half an hour later', async ({
    scene: { bank, person, visitor },
  }) => {
    const { max, windowSeconds } = ATTEMPT_LIMITS.recoveryMail;
    for (let time = 0; time < max; time += 1) await request(visitor, person.email);
    const newest = await newestLink(bank);
    bank.clock.passSeconds(windowSeconds - 1);
    await request(visitor, person.email);
    expect(await newestLink(bank)).toBe(newest);
    expect(await reset(visitor, newest)).toEqual({ success: true });
    bank.clock.passSeconds(1);
    await request(visitor, person.email);
    expect(await newestLink(bank)).not.toBe(newest);
  });

  test('recovery links stay valid when a stranger asks for more, and using one voids all, also at the same time', async ({
    scene: { bank, person, visitor },
  }) => {
    for (let time = 0; time < 4; time += 1) {
      await request(new Browser(bank, `198.51.100.${time}`), person.email);
      bank.clock.passSeconds(180);
    }
    const [first = '', second = '', ...others] = await links(bank);
    expect(
      (await settledCodes([reset(visitor, first), reset(new Browser(bank), second)])).toSorted(),
    ).toEqual(['RECOVERY_LINK_INVALID', 'done']);
    expect(others).toHaveLength(2);
    for (const token of others) expect(await codeOf(reset(visitor, token))).toBe('RECOVERY_LINK_INVALID');
  });

  test('a recovery link is stored as a hash, and valid for half an hour', async ({
    scene: { bank, person, visitor },
  }) => {
    await request(visitor, person.email);
    const first = await newestLink(bank);
    const { passwordResets } = bank.db.tables;
    const [row] = await bank.db.select().from(passwordResets);
    expect(row?.id).toBe(createHash('sha256').update(first).digest('hex'));
    for (const token of [row?.id ?? '', 'x', 'a'.repeat(43)])
      expect(await refusalOf(reset(visitor, token))).toMatchObject({
        status: 400,
        code: 'RECOVERY_LINK_INVALID',
      });
    bank.clock.passSeconds(30 * 60 - 1);
    expect((await refusalOf(reset(visitor, first, 'senha123'))).fields).toEqual({
      password: 'Esta senha é muito comum: escolha outra',
    });
    bank.clock.passSeconds(1);
    expect(await codeOf(reset(visitor, first))).toBe('RECOVERY_LINK_INVALID');
    for (const step of authDailySteps) await step.run(bank, bank.clock.today());
    expect(await bank.db.select().from(passwordResets)).toEqual([]);
  });

  test('the recovery link can be looked up before it is used, which spends nothing', async ({
    scene: { bank, person, visitor },
  }) => {
    const isOpen = async (token: string) =>
      (await visitor.ask((caller) => caller.recovery.check({ token }))).isOpen;
    await request(visitor, person.email);
    const first = await newestLink(bank);
    expect(await isOpen(first)).toBe(true);
    await request(visitor, person.email);
    const second = await newestLink(bank);
    for (const token of ['x', 'a'.repeat(43)]) expect(await isOpen(token)).toBe(false);
    expect(await isOpen(second)).toBe(true);
    await reset(visitor, second);
    for (const token of [first, second]) expect(await isOpen(token)).toBe(false);
    expect((await refusalOf(isOpen(''))).code).toBe('VALIDATION');
    // Six look-ups were made above.
    for (let tries = 6; tries < ATTEMPT_LIMITS.verify.max; tries += 1)
      await countAttempt(bank, 'verify', visitor.ip);
    expect(await codeOf(isOpen(second))).toBe('TOO_MANY_ATTEMPTS');
  });

  test('the recovery link of a user deactivated since is refused', async ({
    scene: { bank, person, user, visitor },
  }) => {
    await request(visitor, person.email);
    await bank.db.transaction(async (tx) => {
      const { users } = tx.tables;
      await tx.update(users).set({ isActive: false }).where(eq(users.id, user.id));
    });
    expect(await codeOf(reset(visitor, await newestLink(bank)))).toBe('RECOVERY_LINK_INVALID');
  });
});

describe('passwords tried with a recovery link', () => {
  const { newPassword, newPasswordAddress } = ATTEMPT_LIMITS;
  const WEAK = 'senha123'.repeat(5);

  test('ten passwords may be tried with a recovery link; a newer link allows ten more', async ({
    scene: { bank, person, visitor },
  }) => {
    await request(visitor, person.email);
    const link = await newestLink(bank);
    for (let tries = 0; tries < newPassword.max; tries += 1)
      expect(await codeOf(reset(new Browser(bank, `192.0.2.${tries}`), link, WEAK))).toBe('VALIDATION');
    for (const password of [WEAK, NEXT])
      expect(await refusalOf(reset(visitor, link, password))).toMatchObject({
        status: 429,
        code: 'TOO_MANY_ATTEMPTS',
        retryAfterSeconds: newPassword.windowSeconds,
      });
    await request(visitor, person.email);
    await reset(visitor, await newestLink(bank));
  });

  test('passwords tried with recovery links are counted by address, whatever the links', async ({
    scene: { bank, person, visitor },
  }) => {
    for (let tries = 0; tries < newPasswordAddress.max; tries += 1)
      await countAttempt(bank, 'newPasswordAddress', visitor.ip);
    await request(visitor, person.email);
    expect(await codeOf(reset(visitor, await newestLink(bank)))).toBe('TOO_MANY_ATTEMPTS');
    await reset(new Browser(bank, '192.0.2.1'), await newestLink(bank));
  });
});

describe('a new password by recovery link', () => {
  test('a recovery ends every session, token and new passkey, opens none, and is reported and audited', async ({
    scene: { bank, person, user, desk, visitor },
  }) => {
    const expiresAt = new Date(bank.clock.real().getTime() + 3_600_000).toISOString();
    await desk.ask((caller) => caller.tokens.create({ name: 'Planilha', scopes: ['read'], expiresAt }));
    await withPasskey(bank, user.id, 60);
    await bank.db.transaction(async (tx) => {
      const { users } = tx.tables;
      await tx
        .update(users)
        .set({ emailConfirmedAt: new Date(0) })
        .where(eq(users.id, user.id));
    });
    await request(visitor, person.email);
    expect(await reset(visitor, await newestLink(bank))).toEqual({ success: true });
    expect(visitor.cookies.has('session')).toBe(false);
    const { sessions, accessTokens, auditLog, outbox } = bank.db.tables;
    expect(await bank.db.select().from(sessions)).toEqual([]);
    expect((await bank.db.select().from(accessTokens))[0]?.revokedAt).not.toBeNull();
    expect(await codeOf(desk.me())).toBe('UNAUTHENTICATED');
    expect(await codeOf(visitor.login(person.cpf, PASSWORD))).toBe('INVALID_CREDENTIALS');
    await visitor.login(person.cpf, NEXT);
    const log = await bank.db.select().from(auditLog).where(eq(auditLog.action, 'reset_password'));
    expect(log).toMatchObject([
      { userId: user.id, changes: '{"endedPasskeys":1,"endedSessions":1,"revokedTokens":1}' },
    ]);
    const mails = await bank.db.select().from(outbox).where(eq(outbox.kind, 'password_changed'));
    expect(mails).toMatchObject([{ recipient: person.email }]);
    expect(JSON.stringify([log, bank.logged])).not.toContain(await newestLink(bank));
  });

  test('a recovery keeps the second factor', async ({ scene: { bank, person, user, visitor } }) => {
    await bank.db.transaction(async (tx) => {
      const { users } = tx.tables;
      await tx.update(users).set({ totpSecret: 'encrypted' }).where(eq(users.id, user.id));
    });
    await request(visitor, person.email);
    await reset(visitor, await newestLink(bank));
    expect(await visitor.givePassword(person.cpf, NEXT)).toMatchObject({ requiresTwoFactor: true });
    expect(await codeOf(visitor.me())).toBe('UNAUTHENTICATED');
  });

  test('after a recovery an owner need not wait because of a stranger’s wrong passwords', async ({
    scene: { bank, person, visitor },
  }) => {
    for (let index = 0; index < 12; index += 1)
      await codeOf(new Browser(bank, `192.0.2.${index}`).login(person.cpf, 'wrong'));
    expect(await codeOf(visitor.login(person.cpf, PASSWORD))).toBe('TOO_MANY_ATTEMPTS');
    await request(visitor, person.email);
    await reset(visitor, await newestLink(bank));
    await visitor.login(person.cpf, NEXT);
  });
});
