import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { test as bankTest } from '#server/testing/bank-test';
import { caller } from '#server/testing/http-caller';
import { codeOf } from '#server/testing/refusal-of';
import { Browser, PASSWORD } from '../testing/browser.ts';
import { profileScene } from '../testing/profile-scene.ts';
import { withPasskey } from '../testing/security-key.ts';

const test = bankTest.extend('scene', async ({ bank }) => {
  const scene = await profileScene(bank);
  const key = await withPasskey(bank, scene.user.id);
  const options = await scene.browser.ask((on) => on.passkeys.beginProof());
  await scene.browser.ask((on) => on.passkeys.prove({ signed: key.get(options) }));
  return { ...scene, key };
});

test('a copy of all data has the passkeys of its owner, without their keys', async ({
  scene: { bank, browser, key },
}) => {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const { body, text } = await caller(bank)('GET', '/api/auth/my-data', undefined, { cookie });
  const { passkeys } = body as { passkeys: unknown[] };
  expect(passkeys).toEqual([
    {
      ...{ id: key.passkeyId, name: 'Notebook', isMultiDevice: true, isBackedUp: true },
      ...{ transports: ['internal'], endedAt: null },
      ...{ createdAt: expect.any(String), lastUsedAt: bank.clock.real().toISOString() },
    },
  ]);
  for (const secret of [key.publicKey, key.id]) expect(text).not.toContain(secret);
});

test('closing the account ends its passkeys and deletes their challenges', async ({
  scene: { bank, browser, user, key },
}) => {
  const elsewhere = new Browser(bank);
  const begin = () => elsewhere.ask((on) => on.passkeys.beginLogin());
  const signIn = async () => {
    const signed = key.get(await begin());
    return elsewhere.ask((on) => on.passkeys.login({ signed }));
  };
  await signIn();
  await elsewhere.ask((on) => on.closeAccount({ password: PASSWORD, confirmation: 'ENCERRAR' }));
  const { passkeys, passkeyChallenges } = bank.db.tables;
  expect(await bank.db.select().from(passkeys)).toMatchObject([{ endedAt: bank.clock.real() }]);
  expect(await bank.db.$count(passkeyChallenges, eq(passkeyChallenges.userId, user.id))).toBe(0);
  expect(await codeOf(signIn())).toBe('PASSKEY_REFUSED');
  expect(await codeOf(browser.me())).toBe('UNAUTHENTICATED');
});
