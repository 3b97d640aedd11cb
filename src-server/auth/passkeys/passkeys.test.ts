import { eq, like } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { ATTEMPT_LIMITS, FREEZE_LINK_SECONDS, FRESH_PROOF_SECONDS, PASSKEYS } from '#domain/limits';
import { test as bankTest } from '#server/testing/bank-test';
import { codeOf, settledCodes } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { authDailySteps } from '../daily-steps.ts';
import { Browser } from '../testing/browser.ts';
import { add, type Changes, prove, signedInByPasskey, signIn } from '../testing/passkey-ceremonies.ts';
import { alteredByte, SecurityKey } from '../testing/security-key.ts';

const test = bankTest
  .extend('own', ({ bank }) => signedInByPasskey(bank))
  .extend('newKey', ({ bank }) => new SecurityKey(bank.env.APP_ORIGIN));

const recorded = async ({ db }: TestBank, userId: string) => {
  const { auditLog } = db.tables;
  const rows = await db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(eq(auditLog.userId, userId))
    .orderBy(auditLog.seq);
  return rows.map(({ action }) => action);
};

const sent = async ({ db }: TestBank, userId: string) => {
  const { notifications } = db.tables;
  const rows = await db
    .select({ kind: notifications.kind })
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(notifications.id);
  return rows.map(({ kind }) => kind);
};

describe('a passkey of one’s own', () => {
  test('is added, signs in alone, is renamed, and signs in no more once removed', async ({
    own: { bank, browser, user, key },
    newKey,
  }) => {
    const added = await add(browser, newKey);
    expect(added).toMatchObject({ name: 'Telefone', isSynced: true, lastUsedAt: null });
    const elsewhere = new Browser(bank);
    expect((await signIn(elsewhere, newKey)).user.id).toBe(user.id);
    const { sessions } = bank.db.tables;
    const opened = (id: string) => bank.db.select().from(sessions).where(eq(sessions.passkeyId, id));
    const proven = { passwordProvenAt: bank.clock.real(), factorProvenAt: bank.clock.real() };
    expect(await opened(key.passkeyId)).toMatchObject([proven]);
    expect(await opened(added.id)).toMatchObject([{ passwordProvenAt: null, factorProvenAt: null }]);
    const renamed = await browser.ask((caller) => caller.passkeys.rename({ id: added.id, name: 'Celular' }));
    expect(renamed).toMatchObject({ name: 'Celular', lastUsedAt: bank.clock.real().toISOString() });
    const { attempts } = bank.db.tables;
    const isRename = like(attempts.bucket, 'deviceRename:%');
    // Its session's share, and what all of its owner's have.
    expect(await bank.db.select().from(attempts).where(isRename)).toMatchObject([{ count: 1 }, { count: 1 }]);
    expect((await browser.ask((caller) => caller.passkeys.list())).map(({ name }) => name)).toEqual([
      'Celular',
      'Notebook',
    ]);
    await browser.ask((caller) => caller.passkeys.remove({ id: added.id }));
    expect(await codeOf(elsewhere.me())).toBe('UNAUTHENTICATED');
    expect(await codeOf(signIn(elsewhere, newKey))).toBe('PASSKEY_REFUSED');
    expect(await codeOf(browser.ask((caller) => caller.passkeys.remove({ id: added.id })))).toBe('NOT_FOUND');
    expect(
      await codeOf(browser.ask((caller) => caller.passkeys.rename({ id: added.id, name: 'Outro' }))),
    ).toBe('NOT_FOUND');
    await signIn(elsewhere, key);
    expect(await recorded(bank, user.id)).toEqual([
      ...['login', 'create_passkey', 'login', 'rename_passkey', 'remove_passkey', 'login'],
    ]);
    expect((await sent(bank, user.id)).filter((kind) => kind !== 'new_login')).toEqual([
      ...['passkey_added', 'passkey_removed'],
    ]);
  });

  test('is the one of this session: removing it keeps the session, no longer as of a known device', async ({
    own: { bank, browser, key },
  }) => {
    await browser.ask((caller) => caller.passkeys.remove({ id: key.passkeyId }));
    await browser.ask(async (_, { session }) => expect(session?.passkeyId).toBeNull());
    expect(await bank.db.$count(bank.db.tables.sessions)).toBe(1);
  });

  test('is one of ten at most, also when several are added at once', { tags: ['postgres'] }, async ({
    own: { bank, browser },
  }) => {
    const keys = Array.from({ length: PASSKEYS.most + 2 }, () => new SecurityKey(bank.env.APP_ORIGIN));
    const begun = await Promise.all(
      keys.map(async (key) => ({
        key,
        options: await browser.ask((caller) => caller.passkeys.beginAdding()),
      })),
    );
    const codes = await settledCodes(
      begun.map(({ key, options }) =>
        browser.ask((caller) => caller.passkeys.add({ name: 'Chave', created: key.create(options) })),
      ),
    );
    expect(codes.toSorted()).toEqual([
      ...Array(3).fill('TOO_MANY_PASSKEYS'),
      ...Array(PASSKEYS.most - 1).fill('done'),
    ]);
    expect(await codeOf(browser.ask((caller) => caller.passkeys.beginAdding()))).toBe('TOO_MANY_PASSKEYS');
  });

  test('is neither added nor removed without a proof of the last ten minutes, which a passkey gives', async ({
    own: { bank, browser, user, key },
    newKey,
  }) => {
    bank.clock.passSeconds(FRESH_PROOF_SECONDS + 1);
    expect(await codeOf(add(browser, newKey))).toBe('REAUTHENTICATE');
    const remove = () => browser.ask((caller) => caller.passkeys.remove({ id: key.passkeyId }));
    expect(await codeOf(remove())).toBe('REAUTHENTICATE');
    const copied = new Browser(bank);
    for (const [name, value] of browser.cookies) copied.cookies.set(name, value);
    await prove(browser, key);
    expect(await codeOf(copied.me())).toBe('UNAUTHENTICATED');
    await add(browser, newKey);
    expect(await recorded(bank, user.id)).toEqual(['login', 'prove_identity', 'create_passkey']);
  });
});

describe('a new passkey is refused', () => {
  test.for<[string, Changes]>([
    ['made at another origin', { origin: 'https://bank.example' }],
    ['made for another relying party', { rpId: 'bank.example' }],
    ['made without verifying the user', { flags: 0x01 }],
    ['that is an assertion', { type: 'webauthn.get' }],
  ])('%s', async ([_case, changes], { own: { bank, browser }, newKey }) => {
    expect(await codeOf(add(browser, newKey, changes))).toBe('PASSKEY_REFUSED');
    expect(await bank.db.$count(bank.db.tables.passkeys)).toBe(1);
  });

  test('for a challenge that was used, is too old, or belongs to another session or purpose', async ({
    own: { bank, browser, key },
    newKey,
  }) => {
    const given = (options: { challenge: string }, by = browser) =>
      by.ask((caller) => caller.passkeys.add({ name: 'Telefone', created: newKey.create(options) }));
    const begin = () => browser.ask((caller) => caller.passkeys.beginAdding());
    const used = await begin();
    await given(used);
    expect(await codeOf(given(used))).toBe('PASSKEY_REFUSED');
    const old = await begin();
    bank.clock.passSeconds(PASSKEYS.challengeSeconds + 1);
    expect(await codeOf(given(old))).toBe('PASSKEY_REFUSED');
    const second = new Browser(bank);
    await signIn(second, key);
    expect(await codeOf(given(await begin(), second))).toBe('PASSKEY_REFUSED');
    const forLogin = await browser.ask((caller) => caller.passkeys.beginLogin());
    expect(await codeOf(given(forLogin))).toBe('PASSKEY_REFUSED');
    expect(await bank.db.$count(bank.db.tables.passkeys)).toBe(2);
  });

  test('when its credential is known already', async ({ own: { browser }, newKey }) => {
    await add(browser, newKey);
    expect(await codeOf(add(browser, newKey))).toBe('PASSKEY_REFUSED');
  });
});

describe('a sign-in with a passkey is refused', () => {
  test.for<[string, Changes]>([
    ['at another origin', { origin: 'https://bank.example' }],
    ['for another relying party', { rpId: 'bank.example' }],
    ['without verifying the user', { flags: 0x01 }],
    ['with a counter that went back', { sent: 1 }],
  ])('%s', async ([_case, changes], { own: { bank, key } }) => {
    expect(await codeOf(signIn(new Browser(bank), key, changes))).toBe('PASSKEY_REFUSED');
    expect(await bank.db.$count(bank.db.tables.sessions)).toBe(1);
  });

  test('with an altered signature, an unknown passkey, a used or an old challenge', async ({
    own: { bank, key },
    newKey,
  }) => {
    const browser = new Browser(bank);
    const begin = () => browser.ask((caller) => caller.passkeys.beginLogin());
    const login = (signed: ReturnType<SecurityKey['get']>) =>
      browser.ask((caller) => caller.passkeys.login({ signed }));
    const options = await begin();
    const right = key.get(options);
    expect(await codeOf(login({ ...right, signature: alteredByte(right.signature) }))).toBe(
      'PASSKEY_REFUSED',
    );
    // The wrong answer has used the challenge up.
    expect(await codeOf(login(right))).toBe('PASSKEY_REFUSED');
    expect(await codeOf(signIn(browser, newKey))).toBe('PASSKEY_REFUSED');
    const old = await begin();
    bank.clock.passSeconds(PASSKEYS.challengeSeconds + 1);
    expect(await codeOf(login(key.get(old)))).toBe('PASSKEY_REFUSED');
    expect(await codeOf(login(key.get({ challenge: 'never asked' })))).toBe('PASSKEY_REFUSED');
    expect(await codeOf(login({ ...right, clientDataJSON: 'bnVsbA' }))).toBe('PASSKEY_REFUSED');
    expect(await bank.db.$count(bank.db.tables.sessions)).toBe(1);
  });

  test('of a customer who is inactive', async ({ own: { bank, user, key } }) => {
    const { users } = bank.db.tables;
    await bank.db.transaction((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, user.id)));
    expect(await codeOf(signIn(new Browser(bank), key))).toBe('PASSKEY_REFUSED');
  });

  test('63 times of 64 at once with one answer', { tags: ['postgres'] }, async ({ own: { bank, key } }) => {
    const browser = new Browser(bank);
    const options = await browser.ask((caller) => caller.passkeys.beginLogin());
    const signed = key.get(options);
    const codes = await settledCodes(
      Array.from({ length: 64 }, () => new Browser(bank).ask((caller) => caller.passkeys.login({ signed }))),
    );
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['done', 'PASSKEY_REFUSED']));
    expect(await bank.db.$count(bank.db.tables.sessions)).toBe(2);
  });
});

describe('a proof by passkey is refused', () => {
  test('with the passkey of somebody else, the challenge of another session, or of a sign-in', async ({
    own: { bank, browser, key },
  }) => {
    const other = await signedInByPasskey(bank, '31415926590');
    expect(await codeOf(prove(browser, other.key))).toBe('PASSKEY_REFUSED');
    const given = (options: { challenge: string }) =>
      browser.ask((caller) => caller.passkeys.prove({ signed: key.get(options) }));
    expect(await codeOf(given(await other.browser.ask((caller) => caller.passkeys.beginProof())))).toBe(
      'PASSKEY_REFUSED',
    );
    const second = new Browser(bank);
    await signIn(second, key);
    expect(await codeOf(given(await second.ask((caller) => caller.passkeys.beginProof())))).toBe(
      'PASSKEY_REFUSED',
    );
    expect(await codeOf(given(await browser.ask((caller) => caller.passkeys.beginLogin())))).toBe(
      'PASSKEY_REFUSED',
    );
    await prove(browser, key);
  });
});

test('a frozen account gets no passkey, which would be ready when its owner unfreezes it', async ({
  own: { bank, browser, key },
  newKey,
}) => {
  bank.clock.passSeconds(FREEZE_LINK_SECONDS);
  await signIn(browser, key);
  await browser.ask((caller) => caller.freeze());
  await signIn(browser, key);
  expect(await codeOf(add(browser, newKey))).toBe('ACCOUNT_FROZEN_BY_OWNER');
});

test('others see and change nobody’s passkeys but their own', async ({ own: { bank, key } }) => {
  const { browser } = await signedInByPasskey(bank, '31415926590');
  expect(await browser.ask((caller) => caller.passkeys.list())).toHaveLength(1);
  const calls = [
    browser.ask((caller) => caller.passkeys.rename({ id: key.passkeyId, name: 'Meu' })),
    browser.ask((caller) => caller.passkeys.remove({ id: key.passkeyId })),
  ];
  expect(await settledCodes(calls)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
});

test('ceremonies in sessions are counted at one address, whoever begins them, and keep nobody there from a sign-in', async ({
  own: { bank, browser, key },
}) => {
  const { browser: other } = await signedInByPasskey(bank, '31415926590');
  const { max } = ATTEMPT_LIMITS.hashAddress;
  const begin = (by: Browser) => by.ask((caller) => caller.passkeys.beginProof());
  for (let begun = 0; begun < max; begun += 1) await begin(begun % 2 === 0 ? browser : other);
  expect(await codeOf(begin(other))).toBe('TOO_MANY_ATTEMPTS');
  await signIn(browser, key);
});

test('challenges that are over are deleted by the daily run', async ({ own: { bank, browser } }) => {
  await browser.ask((caller) => caller.passkeys.beginProof());
  bank.clock.passSeconds(PASSKEYS.challengeSeconds + 1);
  for (const step of authDailySteps) await step.run(bank, '2026-03-11');
  expect(await bank.db.$count(bank.db.tables.passkeyChallenges)).toBe(0);
});
