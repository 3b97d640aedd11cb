import { expect } from 'vitest';
import { BACKUP_CODES, EMAIL_UNDO_SECONDS } from '#domain/limits';
import { test as bankTest } from '#server/testing/bank-test';
import { makeAdmin } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { enableTwoFactor } from './testing/authenticator.ts';
import { Browser } from './testing/browser.ts';
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
