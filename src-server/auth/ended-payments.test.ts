/** @module-tag postgresInCi */
import { describe, expect } from 'vitest';
import { releaseDue } from '#server/payments/waiting/waiting-worker';
import { fund, newKey } from '#server/protection/testing/protected-bank';
import { findWaiting } from '#server/protection/waiting/waiting-row';
import { test as bankTest } from '#server/testing/bank-test';
import { callerOf } from '#server/testing/people';
import { refusalOf } from '#server/testing/refusal-of';
import { enableTwoFactor } from './testing/authenticator.ts';
import { Browser, PASSWORD } from './testing/browser.ts';
import { devicesOf } from './testing/device-key.ts';
import { confirmEmail } from './testing/freezing.ts';
import { prove, signIn } from './testing/passkey-ceremonies.ts';
import { profileScene } from './testing/profile-scene.ts';
import { withPasskey } from './testing/security-key.ts';

/**
 * A customer under the rules, at home in the browser that opened the account, and signed in elsewhere. `payAtHome`: in the session at home,
 * confirmed. `pay`: in that session's name as a token, which payments name alike and which confirms nothing. `standing`: of these payments,
 * once the worker has run.
 */
const test = bankTest
  .extend('env', { MONEY_RULES: 'standard' } as Record<string, string>)
  .extend('scene', async ({ bank, admin, bruno }) => {
    const { browser: home, user: profile, person } = await profileScene(bank);
    const user = { id: profile.id, fullName: profile.fullName, role: 'cliente' as const };
    const { accounts } = await callerOf(bank, user).account.list();
    await fund(admin, { accountId: accounts[0]?.id ?? '' }, '4900.00');
    const away = new Browser(bank);
    await away.login(person.cpf, PASSWORD);
    const idOf = async (browser: Browser) => (await browser.me()).sessionId ?? '';
    const payment = { accountNumber: bruno.accountNumber, amount: '600.00', description: 'Sofá' };
    const pay = async (browser: Browser) => {
      const token = { id: await idOf(browser), mayMoveMoney: true, perCallCents: 1e7, perDayCents: 1e7 };
      const { account } = callerOf(bank, user, { session: null, token });
      return (await account.transfer({ ...payment, idempotencyKey: newKey() })).id;
    };
    const payAtHome = async () => {
      const key = await withPasskey(bank, user.id);
      return home.ask(async (_own, ctx) => {
        const { account } = callerOf(bank, user, ctx);
        const idempotencyKey = newKey();
        const asked = await refusalOf(account.transfer({ ...payment, idempotencyKey }));
        const { confirmationId: id = '' } = asked as { confirmationId?: string };
        const { passkey } = await account.confirmations.get({ id });
        const signed = key.get({ challenge: passkey?.challenge ?? '' });
        await account.confirmations.prove({ id, passkey: signed });
        return (await account.transfer({ ...payment, idempotencyKey })).id;
      });
    };
    const standing = async (...ids: string[]) => {
      await releaseDue(bank);
      return Promise.all(ids.map(async (id) => (await findWaiting(bank.db, id))?.status));
    };
    const withOwnPasskey = () => withPasskey(bank, user.id);
    return { home, away, idOf, pay, payAtHome, standing, withOwnPasskey };
  });

describe('payments that wait end with', () => {
  test('the session that asked for them, when its owner ends it in another one', async ({
    scene: { home, away, idOf, pay, standing },
  }) => {
    const [own, others] = [await pay(home), await pay(away)];
    const id = await idOf(away);
    await home.ask((on) => on.sessions.end({ id }));
    expect(await standing(own, others)).toEqual(['waiting', 'undone']);
  });

  test('the session in which they were confirmed', async ({
    scene: { home, away, idOf, pay, payAtHome, standing },
  }) => {
    const [own, others] = [await pay(away), await payAtHome()];
    const id = await idOf(home);
    await away.ask((on) => on.sessions.end({ id }));
    expect(await standing(own, others)).toEqual(['waiting', 'undone']);
  });

  test('all other sessions', async ({ scene: { home, away, pay, standing } }) => {
    const [own, others] = [await pay(home), await pay(away)];
    await home.ask((on) => on.sessions.endOthers());
    expect(await standing(own, others)).toEqual(['waiting', 'undone']);
  });

  test('the device of their session', async ({ bank, scene: { home, away, pay, standing } }) => {
    const [own, others] = [await pay(away), await pay(home)];
    const [device] = await devicesOf(away);
    bank.clock.passSeconds(1);
    await away.ask((on) => on.reauthenticate({ password: PASSWORD }));
    await away.ask((on) => on.devices.end({ id: device?.id ?? '' }));
    expect(await standing(own, others)).toEqual(['waiting', 'undone']);
  });

  test('the passkey of their session', async ({ bank, scene: { home, pay, standing, withOwnPasskey } }) => {
    const key = await withOwnPasskey();
    const byPasskey = new Browser(bank);
    await signIn(byPasskey, key);
    const [own, others] = [await pay(home), await pay(byPasskey)];
    bank.clock.passSeconds(1);
    await prove(home, key);
    const [passkey] = await home.ask((on) => on.passkeys.list());
    await home.ask((on) => on.passkeys.remove({ id: passkey?.id ?? '' }));
    expect(await standing(own, others)).toEqual(['waiting', 'undone']);
  });

  test('what turning on an app ends', async ({ bank, scene: { home, away, pay, standing } }) => {
    const [own, others] = [await pay(home), await pay(away)];
    await confirmEmail(bank, home);
    await enableTwoFactor(home);
    expect(await standing(own, others)).toEqual(['waiting', 'undone']);
  });

  test('no sign-out', async ({ scene: { home, away, idOf, pay, standing } }) => {
    const [one, other] = [await pay(home), await pay(away)];
    await away.ask((on) => on.logout());
    const id = await idOf(home);
    await home.ask((on) => on.sessions.end({ id }));
    expect(await standing(one, other)).toEqual(['waiting', 'waiting']);
  });
});
