/** @module-tag postgresInCi */
import { eq, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { open } from '#db/open';
import { isStandIn, testDatabase } from '#db/testing/test-db';
import { newBankBoleto } from '#domain/account/new-boleto';
import { SENDING } from '#domain/pix/order';
import { documentFreeFrom, setDocumentFreeFrom } from '#server/auth/document-free';
import { factorsEndAt, setFactorsEnd } from '#server/auth/lost-factors/factors-end';
import { Browser } from '#server/auth/testing/browser';
import { profileScene } from '#server/auth/testing/profile-scene';
import { findCovered } from '#server/cover/covered-row';
import { placeCover, settleCovered } from '#server/cover/testing/settle-covered';
import { sendOrder } from '#server/payments/orders/send-order';
import { atProvider, orderScene, place, rowOf, settleAll } from '#server/payments/orders/testing/order-scene';
import { codeOf } from '#server/testing/refusal-of';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';
import { bankWithFolder, ownFolder } from './testing/busy-bank.ts';
import { dropAside, newestOf, targetOf } from './testing/restorable.ts';

describe.skipIf(isStandIn())('a restore', () => {
  test('brings back no session, no token and no request to end factors or to free the document that were open when the copy was made', async () => {
    const address = await testDatabase();
    const bank = { ...(await bankWithFolder()), db: await open(address.url) };
    const { browser, user } = await profileScene(bank);
    const expiresAt = new Date(bank.clock.real().getTime() + 3_600_000).toISOString();
    await browser.ask((on) => on.tokens.create({ name: 'X', scopes: ['read'], expiresAt }));
    await bank.db.transaction((tx) => setFactorsEnd(tx, user.id, new Date(expiresAt)));
    await bank.db.transaction((tx) => setDocumentFreeFrom(tx, user.id, new Date(expiresAt)));
    await takeBackup(bank);
    await bank.db.close();
    const target = targetOf(bank, address);
    await restoreBackup(target, await newestOf(bank.env.DATA_DIR));
    const restored = { ...bank, db: await open(address.url) };
    const { accessTokens, sessions, users } = restored.db.tables;
    expect(await restored.db.$count(users, eq(users.id, user.id))).toBe(1);
    expect(await restored.db.$count(sessions)).toBe(0);
    expect(await restored.db.$count(accessTokens, isNull(accessTokens.revokedAt))).toBe(0);
    expect(await factorsEndAt(restored.db, user.id)).toBeNull();
    expect(await documentFreeFrom(restored.db, user.id)).toBeNull();
    const again = new Browser(restored);
    for (const [name, value] of browser.cookies) again.cookies.set(name, value);
    expect(await codeOf(again.me())).toBe('UNAUTHENTICATED');
    await restored.db.close();
    await dropAside(address);
    await address.drop();
  });

  test.each([
    ['at once', 0, { status: 'done', attempts: 2 }, 1],
    ['too late to send an order', SENDING.giveUpSeconds, { status: 'failed', attempts: 2 }, 0],
  ])('%s asks the provider for orders that its copy had not sent', async (_, passed, ofUnsent, sent) => {
    const scene = await orderScene({ env: ownFolder() });
    const { bank } = scene;
    const [taken, unsent] = [await place(scene, 4_000), await place(scene, 3_000)];
    await takeBackup(bank);
    await sendOrder(bank, taken);
    bank.clock.passSeconds(passed);
    const address = await testDatabase();
    await restoreBackup(targetOf(bank, address), await newestOf(bank.env.DATA_DIR));
    const restored = { ...bank, db: await open(address.url) };
    expect(await rowOf(restored, taken)).toMatchObject({ status: 'reserved', sentAt: null });
    await settleAll(restored);
    expect(await rowOf(restored, taken)).toMatchObject({ status: 'done', attempts: 2 });
    expect(atProvider(scene, taken)).toHaveLength(1);
    expect(await rowOf(restored, unsent)).toMatchObject(ofUnsent);
    expect(atProvider(scene, unsent)).toHaveLength(sent);
    await restored.db.close();
    await dropAside(address);
    await address.drop();
  });

  test('does not make a payment whose cover was under way, and which may have been made since', async () => {
    const scene = await orderScene({ env: ownFolder() });
    const { bank, simulator } = scene;
    const { line } = newBankBoleto(110_000, '2026-03-20', 1);
    const id = await placeCover(scene, { kind: 'boleto', input: { line, amount: 110_000 } });
    await takeBackup(bank);
    await settleCovered(bank);
    const address = await testDatabase();
    await restoreBackup(targetOf(bank, address), await newestOf(bank.env.DATA_DIR));
    const restored = { ...bank, db: await open(address.url) };
    await settleCovered(restored);
    expect(await findCovered(restored.db, id)).toMatchObject({
      status: 'failed',
      failReason: expect.stringContaining('cópia de segurança'),
      returnId: expect.any(String),
    });
    expect(simulator.simulator.store.list('bill')).toHaveLength(1);
    expect(atProvider(scene, id)).toHaveLength(1);
    await restored.db.close();
    await dropAside(address);
    await address.drop();
  });
});
