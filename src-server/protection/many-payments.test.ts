import { expect } from 'vitest';
import { withPasskey } from '#server/auth/testing/security-key';
import { scriptOf } from '#server/payments/waiting/testing/waiting-test';
import { test as base } from '#server/testing/bank-test';
import { refusalOf } from '#server/testing/refusal-of';
import { fund, newKey, sessionOf } from './testing/protected-bank.ts';
import { knowPayee } from './testing/rules.ts';

const test = base.extend('env', { MONEY_RULES: 'standard' } as Record<string, string>);

test('after 1,000 payments of a day a token makes none, after 2,000 a session those that its owner confirms', async ({
  bank,
  admin,
  ana,
  bruno,
}) => {
  await fund(admin, ana, '100.00');
  await knowPayee(bank, ana.user, { kind: 'account', target: bruno.accountNumber });
  const script = scriptOf(bank, ana.user);
  const own = sessionOf(bank, ana);
  const cent = () => ({
    accountNumber: bruno.accountNumber,
    amount: '0.01',
    description: 'Centavo',
    idempotencyKey: newKey(),
  });
  const { limitUses } = bank.db.tables;
  await own.account.transfer(cent());
  const count = (payments: number) => bank.db.transaction((tx) => tx.update(limitUses).set({ payments }));
  await count(999);
  expect(await script.account.transfer(cent())).toMatchObject({ status: 'done' });
  expect(await refusalOf(script.account.transfer(cent()))).toMatchObject({ code: 'LIMIT_EXCEEDED' });
  await count(1_999);
  expect(await own.account.transfer(cent())).toMatchObject({ status: 'done' });

  const key = await withPasskey(bank, ana.user.id);
  const confirmed = cent();
  const refused = (await refusalOf(own.account.transfer(confirmed))) as {
    code: string;
    confirmationId?: string;
  };
  expect(refused.code).toBe('CONFIRMATION_REQUIRED');
  const id = refused.confirmationId ?? '';
  const { reasons, passkey } = await own.account.confirmations.get({ id });
  expect(reasons).toEqual(['many_payments']);
  const signed = key.get({ challenge: passkey?.challenge ?? '' });
  await own.account.confirmations.prove({ id, passkey: signed });
  expect(await own.account.transfer(confirmed)).toMatchObject({ status: 'done' });
});
