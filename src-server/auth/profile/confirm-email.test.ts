import { eq, isNull } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { DEVICE_TRUST_SECONDS } from '#domain/limits';
import { openBody } from '#server/outbox/sealed';
import { test as bankTest } from '#server/testing/bank-test';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { forgetExpired } from '../daily-steps.ts';
import { Browser, newPerson, PASSWORD } from '../testing/browser.ts';
import { contactChangedAt } from '../testing/contact-changed-at.ts';
import { profileScene, tokenSentTo } from '../testing/profile-scene.ts';
import { withPasskey } from '../testing/security-key.ts';

const NEW = 'nova@correio.example';
const confirm = (bank: TestBank, token: string, given: { password?: string; code?: string } = {}) =>
  new Browser(bank).ask((caller) => caller.confirmEmail({ token, password: PASSWORD, ...given }));

async function pendingScene() {
  const scene = await profileScene();
  await scene.update({ email: NEW });
  return { ...scene, token: await tokenSentTo(scene.bank, NEW) };
}

const test = bankTest.extend('scene', () => pendingScene());

describe('refused links of a new e-mail address', () => {
  test('an invalid confirmation link is refused', async ({ scene: { bank } }) => {
    expect(await refusalOf(confirm(bank, 'x'.repeat(43)))).toEqual({
      status: 400,
      code: 'EMAIL_LINK_INVALID',
      error: 'Este link não vale mais. Peça outro na página Meu Perfil.',
    });
    expect(await codeOf(confirm(bank, ''))).toBe('VALIDATION');
    expect(await codeOf(confirm(bank, 'x\u0000'))).toBe('VALIDATION');
  });

  test('a confirmation link is refused the second time', async ({ scene: { bank, token } }) => {
    await confirm(bank, token);
    expect(await codeOf(confirm(bank, token))).toBe('EMAIL_LINK_INVALID');
  });

  test('a confirmation link is refused after 24 hours, and not a second before', async ({ scene: late }) => {
    late.bank.clock.passSeconds(24 * 3600);
    expect(await codeOf(confirm(late.bank, late.token))).toBe('EMAIL_LINK_INVALID');
    const inTime = await pendingScene();
    inTime.bank.clock.passSeconds(24 * 3600 - 1);
    await confirm(inTime.bank, inTime.token);
  });

  test('an e-mail stated before a passkey counts is confirmed until it does; from then on it is stated with a proof', async () => {
    const statedBefore = async () => {
      const scene = await profileScene();
      await withPasskey(scene.bank, scene.user.id, DEVICE_TRUST_SECONDS - 3600);
      await scene.update({ email: NEW });
      return { ...scene, token: await tokenSentTo(scene.bank, NEW) };
    };
    const inTime = await statedBefore();
    inTime.bank.clock.passSeconds(3599);
    await confirm(inTime.bank, inTime.token);
    const { bank, browser, person, update, token } = await statedBefore();
    bank.clock.passSeconds(3600);
    expect(await codeOf(confirm(bank, token))).toBe('EMAIL_LINK_INVALID');
    await browser.login(person.cpf, PASSWORD);
    expect(await codeOf(update({ email: NEW }))).toBe('REAUTHENTICATE');
  });

  test('a confirmation link is refused after a newer one, or after the change was withdrawn', async ({
    scene: { bank, token, update },
  }) => {
    await update({ email: 'outra@correio.example' });
    expect(await codeOf(confirm(bank, token))).toBe('EMAIL_LINK_INVALID');
    const newer = await tokenSentTo(bank, 'outra@correio.example');
    await update({});
    expect(await codeOf(confirm(bank, newer))).toBe('EMAIL_LINK_INVALID');
  });

  test('a confirmation link is refused to a user who was deactivated meanwhile', async ({
    scene: { bank, token, user },
  }) => {
    const { users } = bank.db.tables;
    await bank.db.transaction(async (tx) => {
      await tx.update(users).set({ isActive: false }).where(eq(users.id, user.id));
    });
    expect(await codeOf(confirm(bank, token))).toBe('EMAIL_LINK_INVALID');
  });

  test('a confirmation link is refused when somebody else has the address by now, and changes nothing', async ({
    scene: { bank, browser, token },
  }) => {
    await new Browser(bank).register(newPerson({ email: NEW }));
    const { auditLog } = bank.db.tables;
    const before = await bank.db.$count(auditLog);
    expect(await refusalOf(confirm(bank, token))).toMatchObject({ status: 409, code: 'ALREADY_REGISTERED' });
    expect((await browser.me()).user.pendingEmail).toBe(NEW);
    expect(await bank.db.$count(auditLog)).toBe(before);
  });
});

describe('accepted links of a new e-mail address', () => {
  test('a confirmation link changes the address, is reported to the former one and by a notification, and is audited', async ({
    scene: { bank, browser, person, token, user },
  }) => {
    expect(await confirm(bank, token)).toEqual({ success: true });
    await browser.login(person.cpf, PASSWORD);
    expect((await browser.me()).user).toEqual({ ...user, email: NEW, pendingEmail: null });
    expect(await contactChangedAt(bank, user)).toEqual(bank.clock.real());
    const { auditLog, notifications, outbox } = bank.db.tables;
    const [told] = await bank.db.select().from(outbox).where(eq(outbox.kind, 'email_changed'));
    expect(told?.recipient).toBe(person.email);
    expect(told && openBody(bank.keys, told).text).toContain(NEW);
    const rung = await bank.db.select().from(notifications).where(eq(notifications.kind, 'email_changed'));
    expect(rung).toMatchObject([{ userId: user.id, href: '/client/profile' }]);
    const rows = await bank.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'update_user'))
      .orderBy(auditLog.seq);
    expect(rows.at(-1)).toMatchObject({ userId: user.id, entityId: user.id });
    expect(JSON.parse(rows.at(-1)?.changes ?? '')).toEqual({
      email: { from: person.email, to: NEW },
      pendingEmail: { from: NEW, to: null },
      endedSessions: 1,
      revokedTokens: 0,
    });
  });

  test('a confirmation link voids the recovery links sent to the former address', async ({
    scene: { bank, person, token },
  }) => {
    await new Browser(bank).ask((caller) => caller.recovery.request({ email: person.email }));
    const { passwordResets } = bank.db.tables;
    expect(await bank.db.$count(passwordResets, isNull(passwordResets.usedAt))).toBe(1);
    await confirm(bank, token);
    expect(await bank.db.$count(passwordResets, isNull(passwordResets.usedAt))).toBe(0);
  });

  test('of two users who asked for one address, the first to open the link gets it', async () => {
    const one = await profileScene();
    const two = await profileScene(one.bank);
    await one.update({ email: NEW });
    const first = await tokenSentTo(one.bank, NEW);
    one.bank.clock.passSeconds(1);
    await two.update({ email: NEW });
    const second = await tokenSentTo(one.bank, NEW);
    await confirm(one.bank, second);
    expect(await codeOf(confirm(one.bank, first))).toBe('ALREADY_REGISTERED');
    await two.browser.login(two.person.cpf, PASSWORD);
    expect((await two.browser.me()).user.email).toBe(NEW);
  });
});

test('the daily run deletes expired confirmation links, and no open ones', async ({ scene: { bank } }) => {
  const { emailChanges } = bank.db.tables;
  await forgetExpired(bank);
  expect(await bank.db.$count(emailChanges)).toBe(1);
  bank.clock.passSeconds(24 * 3600);
  await forgetExpired(bank);
  expect(await bank.db.$count(emailChanges)).toBe(0);
});

test(
  'of 64 concurrent openings of one confirmation link exactly one succeeds',
  race(),
  async ({ scene: { bank, token, user } }) => {
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, () =>
        confirm(bank, token).then(
          () => 'confirmed',
          (error: unknown) => (error as { cause?: { code?: string } }).cause?.code,
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'confirmed')).toHaveLength(1);
    const refused = outcomes.filter((outcome) => outcome !== 'confirmed');
    expect(['EMAIL_LINK_INVALID', 'TOO_MANY_ATTEMPTS']).toEqual(
      expect.arrayContaining([...new Set(refused)]),
    );
    expect(await bank.db.$count(bank.db.tables.emailUndos)).toBe(1);
    const { auditLog } = bank.db.tables;
    expect(await bank.db.$count(auditLog, eq(auditLog.entityId, user.id))).toBe(3);
  },
);
