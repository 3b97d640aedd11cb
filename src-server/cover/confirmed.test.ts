import { expect } from 'vitest';
import { withPasskey } from '#server/auth/testing/security-key';
import { test } from '#server/payments/orders/testing/order-test';
import { newKey, sessionOf } from '#server/protection/testing/protected-bank';
import { turnRulesOn } from '#server/protection/testing/rules';
import { refusalOf } from '#server/testing/refusal-of';

test('a covered payment to a new payee is confirmed under the key of its request, and refused without one', async ({
  scene,
  bank,
  ana,
  bruno,
}) => {
  await turnRulesOn(bank, ana.user);
  const key = await withPasskey(bank, ana.user.id);
  const own = sessionOf(bank, ana);
  const transfer = { accountNumber: bruno.accountNumber, amount: '1200.00', description: 'Aluguel' };
  const pay = (idempotencyKey?: string) =>
    own.account.cover.pay({ cover: '200.00', transfer, ...(idempotencyKey && { idempotencyKey }) });
  const before = await scene.balances();

  const refused = await refusalOf(pay());
  expect(refused).toMatchObject({
    code: 'CONFIRMATION_REQUIRED',
    error: expect.stringMatching(/Idempotency-Key/),
  });
  expect(refused).not.toHaveProperty('confirmationId');
  const request = newKey();
  const { confirmationId: id = '' } = (await refusalOf(pay(request))) as { confirmationId?: string };
  const { passkey } = await own.account.confirmations.get({ id });
  await own.account.confirmations.prove({ id, passkey: key.get({ challenge: passkey?.challenge ?? '' }) });
  expect(await scene.balances()).toEqual(before);
  const paid = await pay(request);
  expect(paid.id).not.toBeNull();
  expect((await pay(request)).id).toBe(paid.id);
});
