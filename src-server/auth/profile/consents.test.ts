import { describe, expect } from 'vitest';
import { raceTest } from '#db/testing/race-test';
import { CONSENT_LABELS } from '#domain/auth/consent';
import { TERMS_VERSION } from '#domain/auth/terms-version';
import { spendAll } from '#server/auth/testing/spend-all';
import { test } from '#server/testing/bank-test';
import { codeOf } from '#server/testing/refusal-of';
import { Browser } from '../testing/browser.ts';
import { profileScene, signedInAdmin } from '../testing/profile-scene.ts';

const list = (browser: Browser) => browser.ask((caller) => caller.consents.list());
const set = (browser: Browser, kind: string, isGranted: unknown) =>
  browser.ask((caller) => caller.consents.set({ kind, isGranted } as never));

describe('refused consents', () => {
  test('consents are refused to administrators and to anybody not signed in', async ({ bank }) => {
    const { browser: admin } = await signedInAdmin(bank);
    expect(await codeOf(list(new Browser(bank)))).toBe('UNAUTHENTICATED');
    expect(await codeOf(set(new Browser(bank), 'product_news', true))).toBe('UNAUTHENTICATED');
    expect(await codeOf(list(admin))).toBe('FORBIDDEN');
    expect(await codeOf(set(admin, 'product_news', true))).toBe('FORBIDDEN');
  });

  test('a consent of an unknown kind, or without a decision, is refused', async () => {
    const { bank, browser } = await profileScene();
    expect(await codeOf(set(browser, 'everything', true))).toBe('VALIDATION');
    expect(await codeOf(set(browser, 'product_news', 'yes'))).toBe('VALIDATION');
    expect(await bank.db.select().from(bank.db.tables.consents)).toEqual([]);
  });
});

describe('consents', () => {
  test('a new customer has accepted the terms and given no consent', async () => {
    const { browser } = await profileScene();
    expect(await list(browser)).toEqual({
      consents: [
        {
          kind: 'instalment_cover',
          label: CONSENT_LABELS.instalment_cover,
          isGranted: false,
          decidedAt: null,
        },
        { kind: 'product_news', label: CONSENT_LABELS.product_news, isGranted: false, decidedAt: null },
        { kind: 'usage_research', label: CONSENT_LABELS.usage_research, isGranted: false, decidedAt: null },
      ],
      terms: [{ version: TERMS_VERSION, acceptedAt: '2026-03-10T15:00:00.000Z', isCurrent: true }],
    });
  });

  test('consents are added one after another, the newest counts, and each is audited', async () => {
    const { bank, browser, user } = await profileScene();
    const { consents, auditLog } = bank.db.tables;
    await set(browser, 'product_news', true);
    bank.clock.passSeconds(60);
    const answer = await set(browser, 'product_news', false);
    expect(answer).toEqual(await list(browser));
    expect(answer.consents).toMatchObject([
      { kind: 'instalment_cover', decidedAt: null },
      { kind: 'product_news', isGranted: false, decidedAt: '2026-03-10T15:01:00.000Z' },
      { kind: 'usage_research', decidedAt: null },
    ]);
    const rows = await bank.db.select().from(consents).orderBy(consents.id);
    expect(rows).toMatchObject([
      { userId: user.id, isGranted: true, ip: '203.0.113.7' },
      { userId: user.id, isGranted: false },
    ]);
    const audited = (await bank.db.select().from(auditLog).orderBy(auditLog.seq)).filter(
      ({ action }) => action === 'decide_consent',
    );
    expect(audited.map(({ entityId, changes }) => [entityId, changes])).toEqual([
      [rows[0]?.id, '{"isGranted":{"from":false,"to":true},"kind":"product_news"}'],
      [rows[1]?.id, '{"isGranted":{"from":true,"to":false},"kind":"product_news"}'],
    ]);
  });

  test('a consent that changes nothing is not written', async () => {
    const { bank, browser } = await profileScene();
    await set(browser, 'usage_research', false);
    await set(browser, 'product_news', true);
    await set(browser, 'product_news', true);
    expect(await bank.db.$count(bank.db.tables.consents)).toBe(1);
  });

  test('giving consents is counted with changes of the profile; withdrawing one never is', async () => {
    const { bank, browser, user } = await profileScene();
    await spendAll(bank, 'profileChange', user.id, 1);
    await set(browser, 'product_news', true);
    expect(await codeOf(set(browser, 'usage_research', true))).toBe('TOO_MANY_ATTEMPTS');
    await set(browser, 'product_news', false);
    expect(await codeOf(set(browser, 'product_news', true))).toBe('TOO_MANY_ATTEMPTS');
    const { consents } = bank.db.tables;
    expect(await bank.db.select().from(consents).orderBy(consents.id)).toMatchObject([
      { isGranted: true },
      { isGranted: false },
    ]);
  });

  test('consents belong to one customer alone', async () => {
    const one = await profileScene();
    const two = await profileScene(one.bank);
    await set(one.browser, 'product_news', true);
    expect((await list(two.browser)).consents).toMatchObject([{}, { isGranted: false }, {}]);
  });
});

raceTest('of sixteen equal concurrent decisions one is written', async () => {
  const { bank, browser } = await profileScene();
  await Promise.all(Array.from({ length: 16 }, () => set(browser, 'product_news', true)));
  expect(await bank.db.$count(bank.db.tables.consents)).toBe(1);
});
