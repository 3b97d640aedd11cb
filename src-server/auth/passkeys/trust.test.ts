import { isNull } from 'drizzle-orm';
import { expect } from 'vitest';
import { DEVICE_TRUST_SECONDS, FREEZE_LINK_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { test } from '#server/testing/bank-test';
import { findSession } from '../session.ts';
import { Browser, newPerson, PASSWORD } from '../testing/browser.ts';
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

const NEXT = 'outra senha comprida';

test.for<[string, number, (browser: Browser) => Promise<unknown>]>([
  [
    'a new password',
    DEVICE_TRUST_SECONDS,
    (browser) => browser.ask((on) => on.changePassword({ current: PASSWORD, next: NEXT })),
  ],
  ['a freeze', FREEZE_LINK_SECONDS, (browser) => browser.ask((on) => on.freeze())],
])('%s ends the passkeys of the last %d seconds', async ([_what, seconds, act], { bank }) => {
  const browser = new Browser(bank);
  const user = await browser.register(newPerson());
  const old = await withPasskey(bank, user.id, seconds);
  await withPasskey(bank, user.id, seconds - 1);
  await act(browser);
  const { passkeys } = bank.db.tables;
  const open = await bank.db.select({ id: passkeys.id }).from(passkeys).where(isNull(passkeys.endedAt));
  expect(open).toEqual([{ id: old.passkeyId }]);
});
