import { expect } from 'vitest';
import { Browser } from '#server/auth/testing/browser';
import { HELENA, profileScene, signedInAdmin } from '#server/auth/testing/profile-scene';
import { auditedChanges } from '#server/payments/testing/scene';
import { test } from '#server/testing/bank-test';
import { codeOf, settledCodes } from '#server/testing/refusal-of';
import { deactivateAdmin } from './deactivate-admin.ts';

test('the bank’s machine ends the access of an administrator, also of the last one, once', async ({
  bank,
}) => {
  const { browser } = await signedInAdmin(bank);
  const tries = [1, 2, 3].map(() => deactivateAdmin(bank, HELENA.cpf));
  expect((await settledCodes(tries)).filter((code) => code !== 'done')).toEqual([
    'USER_ALREADY_INACTIVE',
    'USER_ALREADY_INACTIVE',
  ]);
  expect(await codeOf(browser.me())).toBe('UNAUTHENTICATED');
  expect(await codeOf(new Browser(bank).givePassword(HELENA.cpf, HELENA.password))).toBe('USER_INACTIVE');
  expect(await auditedChanges(bank, 'deactivate_user')).toMatchObject([
    { provenBy: 'machine', endedSessions: 1 },
  ]);
});

test('it ends nobody else’s', async ({ bank }) => {
  const { person, browser } = await profileScene(bank);
  for (const cpf of [person.cpf, 'x', '']) expect(await codeOf(deactivateAdmin(bank, cpf))).toBe('NOT_FOUND');
  await browser.me();
});
