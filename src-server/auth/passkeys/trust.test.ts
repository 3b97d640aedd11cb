import { expect } from 'vitest';
import { DEVICE_TRUST_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { test } from '#server/testing/bank-test';
import { findSession } from '../session.ts';
import { Browser, newPerson } from '../testing/browser.ts';
import { withPasskey } from '../testing/security-key.ts';

test('a passkey counts for its session 24 hours after it was added, until it is removed', async ({
  bank,
}) => {
  const browser = new Browser(bank);
  const user = await browser.register(newPerson());
  await withPasskey(bank, user.id, 0);
  const { passkeys, sessions } = bank.db.tables;
  const [passkey] = await bank.db.select().from(passkeys);
  const changed = (change: Partial<typeof passkeys.$inferSelect>) =>
    bank.db.transaction((tx) => tx.update(passkeys).set(change));
  const found = async () =>
    (await findSession(bank, browser.cookies.get('session') ?? ''))?.session.passkeyId;
  await bank.db.transaction((tx) => tx.update(sessions).set({ passkeyId: passkey?.id ?? null }));

  expect(await found()).toBeNull();
  const now = bank.clock.real();
  await changed({ createdAt: secondsAfter(now, 1 - DEVICE_TRUST_SECONDS) });
  expect(await found()).toBeNull();
  await changed({ createdAt: secondsAfter(now, -DEVICE_TRUST_SECONDS) });
  expect(await found()).toBe(passkey?.id);
  await changed({ endedAt: now });
  expect(await found()).toBeNull();
});
