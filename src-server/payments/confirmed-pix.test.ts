import { expect } from 'vitest';
import { writeBrCode } from '#domain/pix/br-code';
import { letterTo, newKey, sessionOf } from '#server/protection/testing/protected-bank';
import { turnRulesOn } from '#server/protection/testing/rules';
import { refusalOf } from '#server/testing/refusal-of';
import { test } from './orders/testing/order-test.ts';

test('the owner confirms the key of a pasted code, not the name that the code gives itself', async ({
  bank,
  ana,
}) => {
  await turnRulesOn(bank, ana.user);
  const { users } = bank.db.tables;
  await bank.db.transaction((tx) => tx.update(users).set({ emailConfirmedAt: bank.clock.real() }));
  const own = sessionOf(bank, ana);
  const key = 'ladrao@correio.example';
  const code = writeBrCode({ key, name: 'RECEITA FEDERAL', city: 'BRASILIA', amountCents: 19_900 });
  const paying = own.pix.transfer({ pixKey: code, amount: '199.00', idempotencyKey: newKey() });
  const { confirmationId: id = '' } = (await refusalOf(paying)) as { confirmationId?: string };
  expect(await own.account.confirmations.get({ id })).toMatchObject({
    payee: null,
    target: key,
  });
  await own.account.confirmations.sendCode({ id });
  const letter = await letterTo(bank, 'payment_code');
  expect(letter).toContain('Chave PIX: ladrao');
  expect(letter).not.toContain('RECEITA');
});
