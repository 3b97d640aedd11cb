/** @module-tag postgresInCi */
import { desc, eq, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { raceTest } from '#db/testing/race-test';
import { EMAIL_UNDO_SECONDS, TWO_FACTOR_UNDO_SECONDS } from '#domain/limits';
import { openBody } from '#server/outbox/sealed';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { type TestBank, testBank } from '#server/testing/test-bank';
import { authDailySteps } from '../daily-steps.ts';
import { endAdminFactor } from '../lost-factors/end-admin-factor.ts';
import { enableTwoFactor } from '../testing/authenticator.ts';
import { Browser, PASSWORD } from '../testing/browser.ts';
import { HELENA, profileScene, signedInAdmin, tokenSentTo } from '../testing/profile-scene.ts';
import { withPasskey } from '../testing/security-key.ts';

const THIEF_EMAIL = 'ladrao@correio.example';
const NEXT = 'outra senha comprida';

async function emailsTo({ db, keys }: TestBank, recipient: string, kind: string): Promise<string[]> {
  const { outbox } = db.tables;
  const sent = await db.select().from(outbox).where(eq(outbox.kind, kind)).orderBy(desc(outbox.id));
  return sent.filter((email) => email.recipient === recipient).map((email) => openBody(keys, email).text);
}

async function linkSentTo(bank: TestBank, recipient: string, kind: string, path: string): Promise<string> {
  const [text = ''] = await emailsTo(bank, recipient, kind);
  const [, token] = new RegExp(`^\\S+${path}\\?token=([\\w-]{43})$`, 'm').exec(text) ?? [];
  if (!token) throw new Error(`no link was sent to ${recipient}`);
  return token;
}
const undoSentTo = (bank: TestBank, recipient: string) =>
  linkSentTo(bank, recipient, 'two_factor_enabled', '/desfazer-dois-fatores');

const undoBy = (bank: TestBank, token: string) =>
  new Browser(bank).ask((caller) => caller.twoFactor.undo({ token }));

async function recoverAndSignIn(bank: TestBank, { email, cpf }: { email: string; cpf: string }) {
  const owner = new Browser(bank);
  await owner.ask((caller) => caller.recovery.request({ email }));
  const token = await linkSentTo(bank, email, 'recovery', '/recuperar-senha');
  await owner.ask((caller) => caller.recovery.reset({ token, password: NEXT }));
  return owner.givePassword(cpf, NEXT);
}

/** Somebody with Ana's cookie turned two-factor on; `undo` is the mailed token. */
async function stolenScene() {
  const scene = await profileScene();
  const thief = new Browser(scene.bank, '192.0.2.66');
  thief.cookies.set('session', scene.browser.cookies.get('session') ?? '');
  const factor = await enableTwoFactor(thief);
  return { ...scene, thief, ...factor, undo: await undoSentTo(scene.bank, scene.person.email) };
}

const disabled = async ({ db }: TestBank) => {
  const { auditLog } = db.tables;
  const rows = await db.select().from(auditLog).where(eq(auditLog.action, 'disable_two_factor'));
  return rows.map(({ userId, changes }) => ({ userId, ...JSON.parse(changes ?? '') }));
};

describe('the link that turns a new second factor off', () => {
  test('the link that turns a second factor off gives the account back to an owner whose cookie was stolen', async () => {
    const { bank, thief, person, user, undo } = await stolenScene();
    const expiresAt = new Date(bank.clock.real().getTime() + 3_600_000).toISOString();
    await thief.ask((caller) => caller.tokens.create({ name: 'X', scopes: ['read', 'money'], expiresAt }));
    await withPasskey(bank, user.id);
    // The owner's of old: the mailbox alone must not end it.
    const { passkeyId: id } = await withPasskey(bank, user.id, 4 * 86_400);
    expect((await new Browser(bank).givePassword(person.cpf, PASSWORD)).requiresTwoFactor).toBe(true);

    expect(await undoBy(bank, undo)).toEqual({ success: true });
    expect(await codeOf(thief.me())).toBe('UNAUTHENTICATED');
    const { users, accessTokens, backupCodes, loginChallenges, sessions } = bank.db.tables;
    const [row] = await bank.db.select().from(users).where(eq(users.id, user.id));
    expect(row).toMatchObject({ totpSecret: null, totpLastStep: null });
    for (const table of [backupCodes, loginChallenges, sessions]) expect(await bank.db.$count(table)).toBe(0);
    expect(await bank.db.$count(accessTokens, isNull(accessTokens.revokedAt))).toBe(0);
    expect(await codeOf(new Browser(bank).givePassword(person.cpf, PASSWORD))).toBe('INVALID_CREDENTIALS');
    expect(await disabled(bank)).toEqual([
      {
        userId: user.id,
        provenBy: 'link',
        endedSessions: 1,
        revokedTokens: 1,
        endedPasskeys: 1,
        endedDevices: 1,
      },
    ]);
    const { passkeys } = bank.db.tables;
    expect(await bank.db.select().from(passkeys).where(isNull(passkeys.endedAt))).toMatchObject([{ id }]);
    expect(await emailsTo(bank, person.email, 'two_factor_undone')).toEqual([
      expect.stringContaining('A senha anterior deixou de valer'),
    ]);
    expect((await recoverAndSignIn(bank, person)).requiresTwoFactor).toBe(false);
  });

  test('the link that turns a second factor off is refused when invalid, used, or after 72 hours', async () => {
    const { bank, undo } = await stolenScene();
    expect(await refusalOf(undoBy(bank, 'x'.repeat(43)))).toMatchObject({
      status: 400,
      code: 'TWO_FACTOR_UNDO_INVALID',
    });
    expect(await codeOf(undoBy(bank, ''))).toBe('VALIDATION');
    bank.clock.passSeconds(TWO_FACTOR_UNDO_SECONDS - 1);
    await undoBy(bank, undo);
    expect(await codeOf(undoBy(bank, undo))).toBe('TWO_FACTOR_UNDO_INVALID');
    const late = await stolenScene();
    late.bank.clock.passSeconds(TWO_FACTOR_UNDO_SECONDS);
    expect(await codeOf(undoBy(late.bank, late.undo))).toBe('TWO_FACTOR_UNDO_INVALID');
  });

  test('the link that turns a second factor off is for that factor alone', async () => {
    const { bank, thief, app, undo, user } = await stolenScene();
    await thief.ask((caller) => caller.twoFactor.disable({ token: app.nextCode() }));
    expect(await codeOf(undoBy(bank, undo))).toBe('TWO_FACTOR_UNDO_INVALID');
    await enableTwoFactor(thief);
    expect(await codeOf(undoBy(bank, undo))).toBe('TWO_FACTOR_UNDO_INVALID');
    const { users } = bank.db.tables;
    const [row] = await bank.db.select().from(users).where(eq(users.id, user.id));
    expect(row?.totpSecret).not.toBeNull();
  });

  test('the daily run deletes expired links that turn a second factor off, and a closure deletes all', async () => {
    const { bank } = await stolenScene();
    const { twoFactorUndos } = bank.db.tables;
    const daily = async () => {
      for (const { run } of authDailySteps) await run(bank, bank.clock.today());
    };
    await daily();
    expect(await bank.db.$count(twoFactorUndos)).toBe(1);
    const leaver = await profileScene(bank);
    const { app } = await enableTwoFactor(leaver.browser);
    expect(await bank.db.$count(twoFactorUndos)).toBe(2);
    bank.clock.passSeconds(TWO_FACTOR_UNDO_SECONDS);
    const later = new Browser(bank);
    await later.givePassword(leaver.person.cpf, PASSWORD);
    const token = app.nextCode();
    await later.ask((caller) => caller.twoFactor.validate({ userId: leaver.user.id, token }));
    await later.ask((caller) => caller.closeAccount({ password: PASSWORD, confirmation: 'ENCERRAR' }));
    expect(await bank.db.$count(twoFactorUndos)).toBe(1);
    await daily();
    expect(await bank.db.$count(twoFactorUndos)).toBe(0);
  });

  raceTest('of 16 concurrent uses of the link that turns a second factor off one succeeds', async () => {
    const { bank, undo } = await stolenScene();
    const outcomes = await Promise.allSettled(Array.from({ length: 16 }, () => undoBy(bank, undo)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('an administrator who turns two-factor on', () => {
  test('an administrator gets no link that turns the second factor off', async () => {
    const bank = await testBank();
    const { browser, user } = await signedInAdmin(bank);
    await enableTwoFactor(browser);
    expect(await bank.db.$count(bank.db.tables.twoFactorUndos)).toBe(0);
    const [notice = '', ...more] = await emailsTo(bank, HELENA.email, 'two_factor_enabled');
    expect(more).toEqual([]);
    expect(notice).not.toContain('token=');
    expect(notice).toContain('avise agora outro administrador');
    const recovered = await recoverAndSignIn(bank, HELENA);
    expect(recovered).toMatchObject({ requiresTwoFactor: true });
    const { users } = bank.db.tables;
    const [row] = await bank.db.select().from(users).where(eq(users.id, user.id));
    expect(row?.totpSecret).not.toBeNull();
  });

  test('the script for administrators turns a second factor off, ends password and sessions, and reports it', async () => {
    const bank = await testBank();
    const customer = await profileScene(bank);
    await enableTwoFactor(customer.browser);
    const { browser, user } = await signedInAdmin(bank);
    expect(await codeOf(endAdminFactor(bank, HELENA.cpf))).toBe('TWO_FACTOR_NOT_ENABLED');
    await enableTwoFactor(browser);
    for (const cpf of [customer.person.cpf, 'x'])
      expect(await codeOf(endAdminFactor(bank, cpf))).toBe('NOT_FOUND');

    expect(await endAdminFactor(bank, HELENA.cpf)).toEqual({ fullName: HELENA.fullName });
    expect(await codeOf(browser.me())).toBe('UNAUTHENTICATED');
    expect(await codeOf(new Browser(bank).givePassword(HELENA.cpf, HELENA.password))).toBe(
      'INVALID_CREDENTIALS',
    );
    expect(await disabled(bank)).toEqual([
      {
        userId: null,
        provenBy: 'machine',
        endedSessions: 1,
        revokedTokens: 0,
        endedPasskeys: 0,
        endedDevices: 0,
      },
    ]);
    expect(await emailsTo(bank, HELENA.email, 'two_factor_ended')).toEqual([
      expect.stringContaining('por quem opera o banco'),
    ]);
    expect(await recoverAndSignIn(bank, HELENA)).toMatchObject({ requiresTwoFactor: false });
    expect((await customer.browser.me()).user.id).not.toBe(user.id);
  });
});

describe('a thief who changed the e-mail address and then turned two-factor on', () => {
  async function takenOver({ isBefore = false } = {}) {
    const scene = await profileScene();
    const { bank, browser: thief, person, update } = scene;
    const factor = isBefore ? await enableTwoFactor(thief) : null;
    bank.clock.passSeconds(60);
    await update({ email: THIEF_EMAIL });
    const token = await tokenSentTo(bank, THIEF_EMAIL);
    const code = factor?.app.nextCode();
    await thief.ask((caller) => caller.confirmEmail({ token, password: PASSWORD, ...(code && { code }) }));
    bank.clock.passSeconds(60);
    if (!isBefore) await enableTwoFactor(thief);
    const undo = await linkSentTo(bank, person.email, 'email_changed', '/desfazer-email');
    return { ...scene, undoEmail: () => new Browser(bank).ask((c) => c.undoEmailChange({ token: undo })) };
  }

  test('undoing the change of address also turns off the thief’s second factor', async () => {
    const { bank, person, user, undoEmail } = await takenOver();
    await undoEmail();
    expect(await disabled(bank)).toEqual([{ userId: user.id, provenBy: 'email_undo' }]);
    const { backupCodes, twoFactorUndos } = bank.db.tables;
    for (const table of [backupCodes, twoFactorUndos]) expect(await bank.db.$count(table)).toBe(0);
    const [notice = ''] = await emailsTo(bank, person.email, 'email_change_undone');
    expect(notice).toContain('Os dois fatores que foram ativados depois da troca foram desativados.');
    expect((await recoverAndSignIn(bank, person)).requiresTwoFactor).toBe(false);
  });

  test('the link that turns off the thief’s second factor goes to the owner’s address, and takes the change of address back too', async () => {
    const { bank, person, user } = await takenOver();
    const [notice = '', ...more] = await emailsTo(bank, THIEF_EMAIL, 'two_factor_enabled');
    expect(more).toEqual([]);
    expect(notice).not.toContain('token=');
    await undoBy(bank, await undoSentTo(bank, person.email));
    expect(await disabled(bank)).toMatchObject([{ userId: user.id, provenBy: 'link' }]);
    expect(await emailsTo(bank, person.email, 'email_change_undone')).toHaveLength(1);
    bank.clock.passSeconds(EMAIL_UNDO_SECONDS);
    await new Browser(bank).ask((on) => on.recovery.request({ email: THIEF_EMAIL }));
    expect(await emailsTo(bank, THIEF_EMAIL, 'recovery')).toEqual([]);
    expect((await recoverAndSignIn(bank, person)).requiresTwoFactor).toBe(false);
  });

  test('undoing the change of address keeps a second factor that the owner had before', async () => {
    const { bank, person, undoEmail } = await takenOver({ isBefore: true });
    await undoEmail();
    expect(await disabled(bank)).toEqual([]);
    const [notice = ''] = await emailsTo(bank, person.email, 'email_change_undone');
    expect(notice).not.toContain('dois fatores');
    expect((await recoverAndSignIn(bank, person)).requiresTwoFactor).toBe(true);
  });
});
