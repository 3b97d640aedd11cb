import { eq, isNull } from 'drizzle-orm';
import { expect } from 'vitest';
import { BACKUP_CODES, EMAIL_UNDO_SECONDS } from '#domain/limits';
import { auditedChanges } from '#server/payments/testing/scene';
import { knowPayee } from '#server/protection/testing/rules';
import { test as bankTest } from '#server/testing/bank-test';
import { callerOf, makeAdmin } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { enableTwoFactor } from './testing/authenticator.ts';
import { Browser, PASSWORD } from './testing/browser.ts';
import { emailsTo, NEW, undoBy, undoSentTo } from './testing/changed-email.ts';
import { confirmEmail } from './testing/freezing.ts';
import { signIn } from './testing/passkey-ceremonies.ts';
import { profileScene, tokenSentTo } from './testing/profile-scene.ts';
import { withPasskey } from './testing/security-key.ts';

const NEXT = 'outra senha comprida';

/** A customer whose e-mail nobody has confirmed, with a passkey that counts. */
const test = bankTest.extend('scene', async ({ bank }) => {
  const found = await profileScene(bank);
  const recover = async (email = found.person.email) => {
    const owner = new Browser(bank);
    await owner.ask((on) => on.recovery.request({ email }));
    const token = await tokenSentTo(bank, email, 'recovery');
    await owner.ask((on) => on.recovery.reset({ token, password: NEXT } as never));
    await owner.login(found.person.cpf, NEXT);
    return owner;
  };
  return { ...found, key: await withPasskey(bank, found.user.id, 30 * 86_400), recover };
});

test('whoever opened the account with another’s mailbox keeps nothing after its owner recovers the password', async ({
  scene: { bank, browser, key, recover },
}) => {
  const owner = await recover();
  expect(await codeOf(signIn(new Browser(bank), key))).toBe('PASSKEY_REFUSED');
  expect(await codeOf(browser.me())).toBe('UNAUTHENTICATED');
  expect(await owner.ask((on) => on.devices.list())).toEqual([]);
});

test('an owner who has confirmed the mailbox keeps passkeys', async ({
  scene: { bank, browser, key, recover },
}) => {
  await confirmEmail(bank, browser);
  await recover();
  await signIn(new Browser(bank), key);
});

test('the mailbox of a corrected e-mail ends no older passkey: whoever corrected it would be in without it', async ({
  scene: { bank, user, key, recover },
}) => {
  const email = 'outra@correio.example';
  const { call } = await makeAdmin(bank);
  await call.admin.users.correctEmail({ id: user.id, email, reason: 'Digitado errado no cadastro' });
  bank.clock.passSeconds(EMAIL_UNDO_SECONDS + 1);
  await recover(email);
  await signIn(new Browser(bank), key);
});

const NIGHTLY = { kind: 'transfer', window: 'night' } as const;

/** What somebody chose whose mailbox nobody knows: a higher limit, no time to undo, a payee who is trusted, and an e-mail of their own. */
async function choose({ bank, user }: Awaited<ReturnType<typeof profileScene>>) {
  const call = () => callerOf(bank, { id: user.id, fullName: user.fullName, role: 'cliente' as const });
  await call().account.limits.change({ ...NIGHTLY, amount: '9000.00' });
  await call().account.limits.changeProtection({ undoMinutes: 0 });
  const { recipients, users } = bank.db.tables;
  const chosenAt = bank.clock.now();
  await knowPayee(bank, user, { kind: 'account', target: '1-9', trustedCents: 1_000_000 });
  await bank.db.transaction(async (tx) => {
    await tx.update(recipients).set({ firstPaidAt: chosenAt });
    await tx.update(users).set({ pendingEmail: 'ladrao@correio.example' }).where(eq(users.id, user.id));
  });
  return async () => {
    const { limits, undoMinutes } = await call().account.limits.list();
    const nightly = limits.find(({ kind, window }) => kind === NIGHTLY.kind && window === NIGHTLY.window);
    const { pendingEmail } = (await call().auth.me()).user;
    return { nightly: nightly?.amount, undoMinutes, pendingEmail, payees: await bank.db.$count(recipients) };
  };
}

test('nor what they chose, however long ago: a higher limit, no time to undo, trust, a payee and an e-mail of their own', async ({
  scene,
}) => {
  const left = await choose(scene);
  scene.bank.clock.passSeconds(30 * 86_400);
  expect(await left()).toMatchObject({ nightly: '9000.00', undoMinutes: 0, payees: 1 });
  await scene.recover();
  expect(await left()).toEqual({ nightly: '1000.00', undoMinutes: 10, pendingEmail: null, payees: 0 });
  expect(await auditedChanges(scene.bank, 'reset_password')).toMatchObject([
    { cancelledRaises: 1, undoMinutes: 0, forgottenPayees: 1 },
  ]);
  const { outbox } = scene.bank.db.tables;
  const [told] = await scene.bank.db.select().from(outbox).where(eq(outbox.kind, 'password_changed'));
  expect(told?.text).toContain('todos os aparelhos e chaves de acesso foram encerrados');
  expect(told?.text).toContain('limites aumentados, favorecidos');
});

/** Somebody who opened an account with another's mailbox chose, waited for longer than a link undoes, and changed to a mailbox of their own. */
const changed = bankTest.extend('scene', async ({ bank }) => {
  const found = await profileScene(bank);
  const left = await choose(found);
  bank.clock.passSeconds(30 * 86_400);
  await found.browser.login(found.person.cpf, PASSWORD);
  await found.update({ email: NEW });
  const token = await tokenSentTo(bank, NEW);
  await found.browser.ask((on) => on.confirmEmail({ token, password: PASSWORD }));
  return { ...found, left };
});

const TAKEN = { nightly: '1000.00', undoMinutes: 10, pendingEmail: null, payees: 0 };

changed('nor if they changed the e-mail to their own first: the recovery', async ({ bank, scene }) => {
  const { person, left } = scene;
  const owner = new Browser(bank);
  await owner.ask((on) => on.recovery.request({ email: person.email }));
  const token = await tokenSentTo(bank, person.email, 'recovery');
  await owner.ask((on) => on.recovery.reset({ token, password: NEXT } as never));
  expect(await left()).toEqual(TAKEN);
});

changed(
  'nor if they changed the e-mail to their own first: the link that undoes it',
  async ({ bank, scene }) => {
    const { person, user, left } = scene;
    const { passkeys } = bank.db.tables;
    const key = await withPasskey(bank, user.id, 20 * 86_400);
    await undoBy(bank, await undoSentTo(bank, person.email));
    expect(await left()).toEqual(TAKEN);
    expect(await codeOf(signIn(new Browser(bank), key))).toBe('PASSKEY_REFUSED');
    expect(await bank.db.$count(passkeys, isNull(passkeys.endedAt))).toBe(0);
    const [told] = await emailsTo(bank, person.email, 'email_change_undone');
    expect(told).toContain('todas as chaves de acesso');
    expect(told).toContain('limites aumentados, favorecidos');
  },
);

test('an owner who has confirmed the mailbox keeps them', async ({ scene }) => {
  const left = await choose(scene);
  await confirmEmail(scene.bank, scene.browser);
  scene.bank.clock.passSeconds(30 * 86_400);
  await scene.recover();
  expect(await left()).toMatchObject({ nightly: '9000.00', undoMinutes: 0, payees: 1 });
});

const underRules = bankTest.extend('env', { MONEY_RULES: 'standard' } as Record<string, string>);

underRules(
  'nobody turns on an app before the e-mail is confirmed: the mailbox’s owner would be kept out after recovering the password',
  async ({ bank }) => {
    const { browser } = await profileScene(bank);
    expect(await refusalOf(enableTwoFactor(browser))).toMatchObject({
      code: 'CONTACT_NOT_CONFIRMED',
      error: 'Confirme primeiro o seu e-mail em Meu Perfil',
    });
    await confirmEmail(bank, browser);
    expect((await enableTwoFactor(browser)).backupCodes).toHaveLength(BACKUP_CODES);
  },
);
