import { expect } from 'vitest';
import { test } from '#server/testing/bank-test';
import { codeOf } from '#server/testing/refusal-of';
import { newKey, sessionOf } from './testing/protected-bank.ts';

test('where the rules are optional nothing is asked until a customer turns them on', async ({
  bank,
  ana,
  bruno,
}) => {
  const own = sessionOf(bank, ana);
  const pay = () =>
    own.account.transfer({
      accountNumber: bruno.accountNumber,
      amount: '1.00',
      description: 'Café',
      idempotencyKey: newKey(),
    });
  expect((await pay()).status).toBe('done');
  expect(await bank.db.$count(bank.db.tables.limitUses)).toBe(0);
  await own.account.limits.changeProtection({ hasRules: true });
  await bank.db.transaction((tx) => tx.delete(tx.tables.recipients));
  expect(await codeOf(pay())).toBe('CONFIRMATION_REQUIRED');
});

test('under the rules a PIX key is made or deleted only after a fresh proof', async ({ bank, ana }) => {
  const codes = async () => {
    const { keys } = sessionOf(bank, ana, { proven: null }).pix;
    return [await codeOf(keys.create({ type: 'EVP' })), await codeOf(keys.remove({ id: newKey() }))];
  };
  expect(await codes()).toEqual(['ACCOUNT_NOT_APPROVED', 'ACCOUNT_NOT_APPROVED']);
  await sessionOf(bank, ana).account.limits.changeProtection({ hasRules: true });
  expect(await codes()).toEqual(['REAUTHENTICATE', 'REAUTHENTICATE']);
});
