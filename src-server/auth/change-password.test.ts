import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { test as bankTest } from '#server/testing/bank-test';
import { codeOf, refusalOf, settledCodes } from '#server/testing/refusal-of';
import { testBank } from '#server/testing/test-bank';
import { countAttempt } from './attempts.ts';
import { Browser, newPerson, PASSWORD } from './testing/browser.ts';

const NEXT = 'outra senha comprida';

async function scene() {
  const bank = await testBank();
  const desk = new Browser(bank);
  const person = newPerson();
  const user = await desk.register(person);
  const phone = new Browser(bank, '198.51.100.9');
  await phone.login(person.cpf, PASSWORD);
  const change = (current: string, next: string, browser = desk) =>
    browser.ask((caller) => caller.changePassword({ current, next }));
  return { bank, person, user, desk, phone, change };
}

const test = bankTest.extend('scene', () => scene());

describe('refused changes of a password', () => {
  test('a change of password is refused to anybody not signed in', async ({ scene: { bank, change } }) => {
    expect(await codeOf(change(PASSWORD, NEXT, new Browser(bank)))).toBe('UNAUTHENTICATED');
  });

  test.each([
    ['1234567', 'Senha deve ter no mínimo 8 caracteres'],
    ['x'.repeat(129), 'Senha deve ter no máximo 128 caracteres'],
    ['senha123', 'Esta senha é muito comum: escolha outra'],
    ['valebank2026', 'Esta senha é muito comum: escolha outra'],
    ['17041991', 'Esta senha é muito comum: escolha outra'],
    [PASSWORD, 'A nova senha deve ser diferente da atual'],
  ])('a change of password is refused for %s', async (next, message) => {
    const { change, phone } = await scene();
    expect(await refusalOf(change(PASSWORD, next))).toMatchObject({ status: 400, fields: { next: message } });
    await phone.me();
  });

  test('a change of password with a wrong current one is refused, counted against the session alone', async ({
    scene: { bank, person, desk, change },
  }) => {
    const codes: string[] = [];
    for (let round = 0; round < 8; round += 1) codes.push(await codeOf(change('errada', NEXT)));
    expect(codes).toEqual([...Array(6).fill('INVALID_PASSWORD'), ...Array(2).fill('TOO_MANY_ATTEMPTS')]);
    expect(await refusalOf(change(PASSWORD, NEXT))).toMatchObject({ status: 429, retryAfterSeconds: 1 });
    // Neither the owner's login nor another session is delayed.
    const other = new Browser(bank);
    await other.login(person.cpf, PASSWORD);
    await change(PASSWORD, NEXT, other);
    expect(await codeOf(desk.me())).toBe('UNAUTHENTICATED');
  });
});

test('new passwords of all accounts at one address are counted together before they are judged', async ({
  scene: { bank },
}) => {
  const ip = '198.51.100.7';
  const answers: string[] = [];
  await countAttempt(bank, 'newPasswordAddress', ip, ATTEMPT_LIMITS.newPasswordAddress.max - 2);
  for (const browser of [new Browser(bank, ip), new Browser(bank, ip)]) {
    await browser.register(newPerson());
    for (let tries = 0; tries < 2; tries += 1)
      answers.push(
        await codeOf(browser.ask((caller) => caller.changePassword({ current: PASSWORD, next: 'senha123' }))),
      );
  }
  expect(answers).toEqual(['VALIDATION', 'VALIDATION', 'TOO_MANY_ATTEMPTS', 'TOO_MANY_ATTEMPTS']);
});

describe('a change of password', () => {
  test('begins the counts of its session anew, which a copied cookie may have used up', async ({
    scene: { bank, person, desk, change },
  }) => {
    let asked = 0;
    const { phone, street, number, neighborhood, city, state, zipCode, monthlyIncome } = person;
    const profile = {
      phone,
      street,
      number,
      neighborhood,
      city,
      state,
      zipCode,
      monthlyIncome,
      complement: '',
    };
    const changeEmail = () =>
      settledCodes([
        desk.ask((caller) => caller.updateProfile({ ...profile, email: `n${++asked}@correio.example` })),
      ]);
    for (let place = 0; place < ATTEMPT_LIMITS.emailChange.max; place += 1)
      expect(await changeEmail()).toEqual(['done']);
    expect(await changeEmail()).toEqual(['TOO_MANY_ATTEMPTS']);
    bank.clock.passSeconds(1);
    await change(PASSWORD, NEXT);
    expect(await changeEmail()).toEqual(['done']);
  });

  test('a change of password ends every other session, access token and open link, and keeps the current session', async ({
    scene: { bank, person, user, desk, phone, change },
  }) => {
    const expiresAt = new Date(bank.clock.real().getTime() + 3_600_000).toISOString();
    await desk.ask((caller) => caller.tokens.create({ name: 'Planilha', scopes: ['read'], expiresAt }));
    await new Browser(bank).ask((caller) => caller.recovery.request({ email: person.email }));
    expect(await change(PASSWORD, NEXT)).toEqual({ success: true });
    await desk.me();
    expect(await codeOf(phone.me())).toBe('UNAUTHENTICATED');
    expect(await desk.ask((caller) => caller.tokens.list())).toEqual([]);
    const [link] = await bank.db.select().from(bank.db.tables.passwordResets);
    expect(link?.usedAt).not.toBeNull();
    expect(await codeOf(new Browser(bank).login(person.cpf, PASSWORD))).toBe('INVALID_CREDENTIALS');
    await new Browser(bank).login(person.cpf, NEXT);

    const { auditLog, outbox, notifications } = bank.db.tables;
    const log = await bank.db.select().from(auditLog).where(eq(auditLog.action, 'change_password'));
    expect(log).toMatchObject([
      { userId: user.id, entityId: user.id, changes: '{"endedSessions":1,"revokedTokens":1}' },
    ]);
    const mails = await bank.db.select().from(outbox).where(eq(outbox.kind, 'password_changed'));
    expect(mails).toMatchObject([{ recipient: person.email, subject: 'Sua senha foi alterada' }]);
    const bell = await bank.db.select().from(notifications).where(eq(notifications.kind, 'password_changed'));
    expect(bell).toMatchObject([{ userId: user.id }]);
    for (const kept of [mails, bell, log]) expect(JSON.stringify(kept)).not.toContain(NEXT);
  });

  test('a sign-in with the old password that overlaps its change leaves no session open', async ({
    scene: { bank, person, change },
  }) => {
    const logins = Array.from({ length: 12 }, (_, index) => new Browser(bank, `192.0.2.${index}`));
    await Promise.allSettled([
      ...logins.map((one) => one.login(person.cpf, PASSWORD)),
      change(PASSWORD, NEXT),
    ]);
    for (const one of logins) expect(await codeOf(one.me())).toBe('UNAUTHENTICATED');
  });

  test('a call begun before the change of password leaves no access token', async ({
    scene: { bank, phone, change },
  }) => {
    const expiresAt = new Date(bank.clock.real().getTime() + 3_600_000).toISOString();
    const begun = phone.ask(async (caller) => {
      await change(PASSWORD, NEXT);
      return caller.tokens.create({ name: 'Planilha', scopes: ['read', 'money'], expiresAt });
    });
    expect(await codeOf(begun)).toBe('UNAUTHENTICATED');
    expect(await bank.db.$count(bank.db.tables.accessTokens)).toBe(0);
  });

  test('of two concurrent changes of a password one succeeds', { tags: ['postgres'] }, async ({
    scene: { change },
  }) => {
    const both = await Promise.allSettled([change(PASSWORD, NEXT), change(PASSWORD, `${NEXT}!`)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
