import { describe, expect } from 'vitest';
import { DEVICE_TRUST_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { sessionOf } from '#server/protection/testing/protected-bank';
import { test as bankTest } from '#server/testing/bank-test';
import { withTwoFactor } from '#server/testing/in-production';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { Browser, PASSWORD } from '../testing/browser.ts';
import { confirmEmail } from '../testing/freezing.ts';
import { add, prove, signedInByPasskey, signIn } from '../testing/passkey-ceremonies.ts';
import { HELENA, profileScene, signedInAdmin } from '../testing/profile-scene.ts';
import { SecurityKey } from '../testing/security-key.ts';

const test = bankTest
  .extend('own', ({ bank }) => signedInByPasskey(bank))
  .extend('newKey', ({ bank }) => new SecurityKey(bank.env.APP_ORIGIN));

const underRules = bankTest.extend('env', { MONEY_RULES: 'standard' } as Record<string, string>);

underRules(
  'nobody adds a passkey before the e-mail is confirmed: who opened an account with another’s mailbox would keep it after its owner recovers the password',
  async ({ bank }) => {
    const { browser } = await profileScene(bank);
    bank.clock.passSeconds(1);
    await browser.ask((caller) => caller.reauthenticate({ password: PASSWORD }));
    const key = new SecurityKey(bank.env.APP_ORIGIN);
    expect(await refusalOf(add(browser, key))).toMatchObject({
      code: 'CONTACT_NOT_CONFIRMED',
      error: 'Confirme primeiro o seu e-mail em Meu Perfil',
    });
    await confirmEmail(bank, browser);
    await add(browser, key);
    await signIn(new Browser(bank), key);
  },
);

describe('a passkey added less than 24 hours ago', () => {
  test('proves nothing, so that a copied cookie cannot add one and prove anything with it', async ({
    own: { bank, browser },
    newKey,
  }) => {
    await add(browser, newKey);
    const { allowCredentials } = await browser.ask((caller) => caller.passkeys.beginProof());
    expect(allowCredentials.map(({ id }) => id)).not.toContain(newKey.id);
    expect(await codeOf(prove(browser, newKey))).toBe('PASSKEY_REFUSED');
    const elsewhere = new Browser(bank);
    await signIn(elsewhere, newKey);
    expect(await codeOf(add(elsewhere, new SecurityKey(bank.env.APP_ORIGIN)))).toBe('REAUTHENTICATE');
    bank.clock.passSeconds(DEVICE_TRUST_SECONDS);
    await signIn(elsewhere, newKey);
    await prove(elsewhere, newKey);
  });

  test('signs no administrator in, who adds one with a proof given after the sign-in only', async ({
    bank,
    newKey,
  }) => {
    const { browser } = await signedInAdmin(bank);
    expect(await codeOf(add(browser, newKey))).toBe('REAUTHENTICATE');
    const expiresAt = new Date(bank.clock.real().getTime() + 3_600_000).toISOString();
    const token = () =>
      browser.ask((caller) => caller.tokens.create({ name: 'X', scopes: ['read'], expiresAt }));
    expect(await codeOf(token())).toBe('REAUTHENTICATE');
    bank.clock.passSeconds(1);
    await browser.ask((caller) => caller.reauthenticate({ password: HELENA.password }));
    await add(browser, newKey);
    expect((await token()).scopes).toEqual(['read']);
    expect(await codeOf(signIn(new Browser(bank), newKey))).toBe('PASSKEY_REFUSED');
    bank.clock.passSeconds(DEVICE_TRUST_SECONDS);
    const copied = new Browser(bank);
    await signIn(copied, newKey);
    const { passkeys } = bank.db.tables;
    const [{ id } = { id: '' }] = await bank.db.select().from(passkeys);
    expect(await codeOf(copied.ask((caller) => caller.passkeys.remove({ id })))).toBe('REAUTHENTICATE');
  });
});

test('the password in the call for an administrator’s token replaces no factor given since the sign-in', async ({
  bank,
}) => {
  const { user } = await signedInAdmin(bank);
  await withTwoFactor(bank, user.id);
  const signedInAt = secondsAfter(bank.clock.real(), -60);
  const tokenIn = (session: ReturnType<typeof sessionOf>) =>
    session.auth.tokens.create({
      ...{ name: 'X', scopes: ['read'], password: HELENA.password },
      expiresAt: secondsAfter(bank.clock.real(), 3600).toISOString(),
    });
  const copied = sessionOf(bank, { user }, { signedInAt, proven: signedInAt });
  expect(await codeOf(tokenIn(copied))).toBe('REAUTHENTICATE');
});
