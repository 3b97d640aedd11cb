import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { rotateSecrets } from '#server/auth/two-factor/rotate';
import { keyIdOf, parseKeys } from '#server/kernel/keys';
import { TEST_APP_KEYS } from '#server/ledger/testing/bank';
import { test } from '#server/payments/testing/pix-test';
import { activate, apiKeyOf, externalRow } from '#server/payments/testing/scene';
import { apiKeyColumn, countApiKeysWithoutKey } from './rotate-api-keys.ts';

const NEW = `new:${randomBytes(32).toString('base64')}`;

test('a key rotation re-encrypts the API keys of external accounts once, and reports those it cannot decrypt', async ({
  bank,
  simulator,
  ana,
}) => {
  await activate({ bank, simulator }, ana);
  const before = await apiKeyOf(bank, ana);
  const rotating = { ...bank, keys: parseKeys(`${NEW},${TEST_APP_KEYS}`) };
  const onlyNew = { ...bank, keys: parseKeys(NEW) };
  expect(await countApiKeysWithoutKey(bank)).toBe(0);
  expect(await countApiKeysWithoutKey(rotating)).toBe(0);
  expect(await countApiKeysWithoutKey(onlyNew)).toBe(1);
  // Signing keeps the test key; only encryption rotates.
  const signing = { ...rotating.keys, sign: bank.keys.sign };
  const ring = { ...bank, keys: signing };
  expect(await rotateSecrets(ring, [apiKeyColumn])).toEqual({ reencrypted: 1, unreadable: [] });
  expect(await rotateSecrets(ring, [apiKeyColumn])).toEqual({ reencrypted: 0, unreadable: [] });
  expect(keyIdOf((await externalRow(bank, ana.user.id)).apiKey ?? '')).toBe('new');
  expect(await countApiKeysWithoutKey(onlyNew)).toBe(0);
  expect(await countApiKeysWithoutKey(bank)).toBe(1);
  expect(await apiKeyOf({ ...bank, ...onlyNew }, ana)).toBe(before);
  const lost = {
    ...bank,
    keys: { ...parseKeys(`third:${randomBytes(32).toString('base64')}`), sign: bank.keys.sign },
  };
  expect(await rotateSecrets(lost, [apiKeyColumn])).toEqual({ reencrypted: 0, unreadable: [ana.user.id] });
});
