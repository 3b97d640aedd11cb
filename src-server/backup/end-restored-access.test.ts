/** @module-tag postgres */
import { eq, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { open } from '#db/open';
import { isStandIn, testDatabase } from '#db/testing/test-db';
import { Browser } from '#server/auth/testing/browser';
import { profileScene } from '#server/auth/testing/profile-scene';
import { codeOf } from '#server/testing/refusal-of';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';
import { bankWithFolder } from './testing/busy-bank.ts';
import { dropAside, newestOf, targetOf } from './testing/restorable.ts';

describe.skipIf(isStandIn())('a restore', () => {
  test('brings back no session and no token that were open when the copy was made', async () => {
    const address = await testDatabase();
    const bank = { ...(await bankWithFolder()), db: await open(address.url) };
    const { browser, user } = await profileScene(bank);
    const expiresAt = new Date(bank.clock.real().getTime() + 3_600_000).toISOString();
    await browser.ask((on) => on.tokens.create({ name: 'X', scopes: ['read'], expiresAt }));
    await takeBackup(bank);
    await bank.db.close();
    const target = targetOf(bank, address);
    await restoreBackup(target, await newestOf(bank.env.DATA_DIR));
    const restored = { ...bank, db: await open(address.url) };
    const { accessTokens, sessions, users } = restored.db.tables;
    expect(await restored.db.$count(users, eq(users.id, user.id))).toBe(1);
    expect(await restored.db.$count(sessions)).toBe(0);
    expect(await restored.db.$count(accessTokens, isNull(accessTokens.revokedAt))).toBe(0);
    const again = new Browser(restored);
    for (const [name, value] of browser.cookies) again.cookies.set(name, value);
    expect(await codeOf(again.me())).toBe('UNAUTHENTICATED');
    await restored.db.close();
    await dropAside(address);
    await address.drop();
  });
});
