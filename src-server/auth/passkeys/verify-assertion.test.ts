import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { AssertionInput } from '#domain/auth/passkey';
import type { Context } from '#server/kernel/context';
import { test as bankTest } from '#server/testing/bank-test';
import { codeOf } from '#server/testing/refusal-of';
import { alteredByte, SecurityKey, withPasskey } from '../testing/security-key.ts';
import { findPasskey, noteAssertion, verifyAssertion } from './verify-assertion.ts';

const CHALLENGE = Buffer.alloc(32, 7).toString('base64url');

const test = bankTest.extend('key', ({ bank, ana }) => withPasskey(bank, ana.user.id));

async function verified(ctx: Context, response: AssertionInput, expectedChallenge = CHALLENGE) {
  const credential = await findPasskey(ctx.db, response.id);
  if (!credential) throw new Error('no passkey');
  return verifyAssertion(ctx, { credential, response, expectedChallenge });
}

test('what a passkey signed is verified, kept whole, and noted once', async ({ bank, browser, key }) => {
  await browser.ask(async (_, ctx) => {
    const response = key.get({ challenge: CHALLENGE });
    const assertion = await verified(ctx, response);
    expect(assertion).toMatchObject({
      passkey: { name: 'Notebook', publicKey: key.publicKey },
      clientData: response.clientDataJSON,
      authenticatorData: response.authenticatorData,
      signature: response.signature,
      counter: 1,
      isBackedUp: true,
    });
    await ctx.db.transaction((tx) => noteAssertion(tx, ctx, assertion));
    expect(await findPasskey(ctx.db, key.id)).toMatchObject({
      ...{ counter: 1, isBackedUp: true, lastUsedAt: bank.clock.real() },
    });
    expect(await codeOf(ctx.db.transaction((tx) => noteAssertion(tx, ctx, assertion)))).toBe(
      'PASSKEY_REFUSED',
    );
  });
});

test.for<[string, (key: SecurityKey) => AssertionInput]>([
  ['another challenge', (key) => key.get({ challenge: key.id })],
  ['another origin', (key) => key.get({ challenge: CHALLENGE }, { origin: 'http://localhost:1' })],
  ['another relying party', (key) => key.get({ challenge: CHALLENGE }, { rpId: 'bank.example' })],
  ['the answer of a registration', (key) => key.get({ challenge: CHALLENGE }, { type: 'webauthn.create' })],
  ['a user who was not verified', (key) => key.get({ challenge: CHALLENGE }, { flags: 0x01 })],
  ['a user who was not present', (key) => key.get({ challenge: CHALLENGE }, { flags: 0x04 })],
  ...(['signature', 'authenticatorData', 'clientDataJSON'] as const).map(
    (part): [string, (key: SecurityKey) => AssertionInput] => [
      `an altered byte of ${part}`,
      (key) => {
        const answer = key.get({ challenge: CHALLENGE });
        return { ...answer, [part]: alteredByte(answer[part]) };
      },
    ],
  ),
])('a passkey is refused with %s', async ([_case, answer], { bank, browser, key }) => {
  await browser.ask(async (_, ctx) => {
    expect(await codeOf(verified(ctx, answer(key)))).toBe('PASSKEY_REFUSED');
    expect(await findPasskey(bank.db, key.id)).toMatchObject({ counter: 0, lastUsedAt: null });
  });
});

test('a passkey of another key pair is refused', async ({ bank, browser, key }) => {
  const other = new SecurityKey(bank.env.APP_ORIGIN);
  const forged = { ...other.get({ challenge: CHALLENGE }), id: key.id };
  await browser.ask(async (_, ctx) => expect(await codeOf(verified(ctx, forged))).toBe('PASSKEY_REFUSED'));
});

test('a counter that did not grow is refused, recorded, and told to the owner', async ({
  bank,
  browser,
  key,
}) => {
  await browser.ask(async (_, ctx) => {
    const first = await verified(ctx, key.get({ challenge: CHALLENGE }, { sent: 5 }));
    await ctx.db.transaction((tx) => noteAssertion(tx, ctx, first));
    for (const sent of [5, 4, 0])
      expect(await codeOf(verified(ctx, key.get({ challenge: CHALLENGE }, { sent }))), `${sent}`).toBe(
        'PASSKEY_REFUSED',
      );
    await verified(ctx, key.get({ challenge: CHALLENGE }, { sent: 6 }));
    const { auditLog, notifications } = bank.db.tables;
    const rows = await bank.db
      .select({ changes: auditLog.changes })
      .from(auditLog)
      .where(eq(auditLog.action, 'refuse_passkey'));
    expect(rows.map(({ changes }) => JSON.parse(changes ?? ''))).toEqual(
      [5, 4, 0].map((sent) => ({ counter: 5, sent })),
    );
    expect(await bank.db.$count(notifications, eq(notifications.kind, 'passkey_copied'))).toBe(3);
  });
});

test('an authenticator that does not count is accepted again and again', async ({ browser, key }) => {
  await browser.ask(async (_, ctx) => {
    for (let use = 0; use < 2; use += 1) {
      const assertion = await verified(ctx, key.get({ challenge: CHALLENGE }, { sent: 0 }));
      await ctx.db.transaction((tx) => noteAssertion(tx, ctx, assertion));
    }
  });
});
