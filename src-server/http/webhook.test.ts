/** @module-tag postgres */
import { describe, expect } from 'vitest';
import { parseKeys } from '#server/kernel/keys';
import { TEST_APP_KEYS, testKeys } from '#server/ledger/testing/bank';
import { isWebhookToken, WEBHOOK_HEADER, WEBHOOK_PATH, webhookToken } from '#server/onboarding/webhook-token';
import { test } from '#server/testing/bank-test';
import { caller } from '#server/testing/http-caller';
import { type TestBank, testBank } from '#server/testing/test-bank';

const received = {
  id: 'evt_05b708f961d739ea7eba7e4db318f621&368604920',
  event: 'PAYMENT_RECEIVED',
  dateCreated: '2026-03-10 12:00:00',
  account: { id: 'acc_1', ownerId: null },
  payment: { id: 'pay_1', value: 999_999, status: 'RECEIVED' },
};

const stored = ({ db }: TestBank) => db.select().from(db.tables.providerEvents);

const poster = (bank: TestBank) => {
  const call = caller(bank);
  return (body: unknown, headers: Record<string, string> = { [WEBHOOK_HEADER]: webhookToken(bank) }) =>
    call('POST', WEBHOOK_PATH, body, headers);
};

describe('the provider’s webhook', () => {
  test('a webhook event is stored once, as a hint of what to ask the provider, and answered at once', async ({
    bank,
  }) => {
    const post = poster(bank);
    for (const _ of [1, 2, 3]) {
      expect(await post(received)).toMatchObject({ status: 200, body: { received: true } });
    }
    expect(await stored(bank)).toEqual([
      {
        id: received.id,
        event: 'PAYMENT_RECEIVED',
        accountProviderId: 'acc_1',
        objectId: 'pay_1',
        receivedAt: bank.clock.real(),
        processedAt: null,
        attempts: 0,
        nextAttemptAt: bank.clock.real(),
        lastError: null,
      },
    ]);
  });

  test('an event delivered many times at once is stored once', async ({ bank }) => {
    const post = poster(bank);
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(received)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await stored(bank)).toHaveLength(1);
  });

  test('a webhook event of an unknown kind is stored as done', async ({ bank }) => {
    const post = poster(bank);
    expect(await post({ id: 'evt_new', event: 'ACCESS_TOKEN_EXPIRING_SOON' })).toMatchObject({ status: 200 });
    expect(
      await post({ id: 'evt_odd', event: 'PAYMENT_RECEIVED', payment: 'pay_1', account: 7 }),
    ).toMatchObject({
      status: 200,
    });
    expect(await stored(bank)).toMatchObject([
      { id: 'evt_new', processedAt: bank.clock.real(), nextAttemptAt: null },
      { id: 'evt_odd', processedAt: null, objectId: null, accountProviderId: null },
    ]);
  });

  test('a webhook call without the token stores nothing, and is logged without its content', async ({
    bank,
  }) => {
    const post = poster(bank);
    const wrong = `${webhookToken(bank).slice(0, -1)}_`;
    const tries: Record<string, string>[] = [{}, { [WEBHOOK_HEADER]: wrong }, { [WEBHOOK_HEADER]: '' }];
    for (const headers of tries) {
      expect(await post(received, headers)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    }
    expect(await stored(bank)).toEqual([]);
    const warnings = bank.logged.filter((line) => line.includes('webhook_refused'));
    // One warning a minute, whoever sends them.
    expect(warnings).toHaveLength(1);
    const written = () => bank.logged.filter((line) => /"level":"info".*webhook/.test(line));
    expect(written()).toEqual([]);
    await post(received);
    expect(written()).toHaveLength(1);
    expect(bank.logged.join('')).not.toContain(wrong);
    expect(bank.logged.join('')).not.toContain(webhookToken(bank));
  });

  test('a webhook call with an invalid body is refused, and no other method exists', async ({ bank }) => {
    const post = poster(bank);
    for (const body of [
      '',
      '{',
      '[]',
      { event: 'X' },
      { id: 'a\u0000b', event: 'X' },
      { id: 'x'.repeat(201), event: 'X' },
    ])
      expect(await post(body), JSON.stringify(body)).toMatchObject({ status: 400 });
    expect(await post({ ...received, more: 'x'.repeat(110_000) })).toMatchObject({ status: 413 });
    const call = caller(bank);
    expect(await call('GET', WEBHOOK_PATH)).toMatchObject({
      status: 405,
      body: { code: 'METHOD_NOT_ALLOWED' },
    });
    expect(await stored(bank)).toEqual([]);
  });

  test('a webhook call ignores origin, session and bearer token', async ({ bank }) => {
    const post = poster(bank);
    const odd = {
      origin: 'https://elsewhere.example',
      'sec-fetch-site': 'cross-site',
      authorization: 'Bearer x',
    };
    const token = { [WEBHOOK_HEADER]: webhookToken(bank) };
    expect(await post(received, { ...odd, ...token })).toMatchObject({ status: 200 });
    expect(await post(received, odd)).toMatchObject({ status: 401 });
  });
});

describe('the webhook’s token', () => {
  test('the configured webhook token is used, and the derived one is still accepted', async () => {
    const bank = await testBank({ ASAAS_WEBHOOK_TOKEN: 'palavra-combinada-com-o-provedor' });
    expect(webhookToken(bank)).toBe('palavra-combinada-com-o-provedor');
    expect(isWebhookToken(bank, 'palavra-combinada-com-o-provedor')).toBe(true);
    expect(isWebhookToken(bank, webhookToken({ ...bank, env: (await testBank()).env }))).toBe(true);
    expect(isWebhookToken(bank, '')).toBe(false);
    expect(isWebhookToken(bank, undefined)).toBe(false);
  });

  test('a webhook token derived from an older key is still accepted', async () => {
    const { env } = await testBank();
    const newer = parseKeys(`new:${Buffer.alloc(32, 'another').toString('base64')},${TEST_APP_KEYS}`);
    const old = webhookToken({ env, keys: testKeys });
    expect(webhookToken({ env, keys: newer })).not.toBe(old);
    expect(isWebhookToken({ env, keys: newer }, old)).toBe(true);
    expect(isWebhookToken({ env, keys: testKeys }, webhookToken({ env, keys: newer }))).toBe(false);
    expect(old).toMatch(/^[\w-]{43}$/);
  });
});
