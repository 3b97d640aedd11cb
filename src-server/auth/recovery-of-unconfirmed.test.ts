import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { test as bankTest } from '#server/testing/bank-test';
import { codeOf } from '#server/testing/refusal-of';
import { Browser } from './testing/browser.ts';
import { confirmEmail } from './testing/freezing.ts';
import { signIn } from './testing/passkey-ceremonies.ts';
import { profileScene, tokenSentTo } from './testing/profile-scene.ts';
import { withPasskey } from './testing/security-key.ts';

const NEXT = 'outra senha comprida';

const test = bankTest.extend('scene', async ({ bank }) => {
  const found = await profileScene(bank);
  const { users } = bank.db.tables;
  const ofUser = eq(users.id, found.user.id);
  const recover = async () => {
    const owner = new Browser(bank);
    await owner.ask((on) => on.recovery.request({ email: found.person.email }));
    const token = await tokenSentTo(bank, found.person.email, 'recovery');
    await owner.ask((on) => on.recovery.reset({ token, password: NEXT } as never));
    await owner.login(found.person.cpf, NEXT);
    return owner;
  };
  const row = async () => (await bank.db.select().from(users).where(ofUser))[0];
  await bank.db.transaction((tx) =>
    tx
      .update(users)
      .set({ phoneConfirmedAt: new Date(0) })
      .where(ofUser),
  );
  const key = await withPasskey(bank, found.user.id, 30 * 86_400);
  return { ...found, key, recover, row };
});

test('whoever opened the account with another’s mailbox keeps nothing after its owner recovers the password', async ({
  scene: { bank, browser, key, recover, row },
}) => {
  const owner = await recover();
  expect(await codeOf(signIn(new Browser(bank), key))).toBe('PASSKEY_REFUSED');
  expect(await codeOf(browser.me())).toBe('UNAUTHENTICATED');
  expect(await row()).toMatchObject({ phoneConfirmedAt: null });
  expect((await owner.ask((on) => on.devices.list())).filter(({ current }) => !current)).toEqual([]);
});

test('an owner who has confirmed the mailbox keeps passkeys and telephone', async ({
  scene: { bank, browser, key, recover, row },
}) => {
  await confirmEmail(bank, browser);
  await recover();
  await signIn(new Browser(bank), key);
  expect((await row())?.phoneConfirmedAt).not.toBeNull();
});
