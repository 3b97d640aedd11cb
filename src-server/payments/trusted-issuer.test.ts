/** @module-tag postgres */
import { expect } from 'vitest';
import { newBankBoleto } from '#domain/account/new-boleto';
import { withPasskey } from '#server/auth/testing/security-key';
import { newKey, sessionOf } from '#server/protection/testing/protected-bank';
import { knowPayee, turnRulesOn } from '#server/protection/testing/rules';
import { refusalOf, settledCodes } from '#server/testing/refusal-of';
import { test as orderTest } from './orders/testing/order-test.ts';

/** Ana, under the rules and with R$ 1.000,00, paid an institution's boleto long ago. `trust`: as much as the day's limit. */
const test = orderTest.extend('issuer', async ({ bank, ana }) => {
  await turnRulesOn(bank, ana.user);
  const { line } = newBankBoleto(90_000, '2026-03-20', 1);
  const session = () => sessionOf(bank, ana).account;
  const pay = (own = session()) => own.boleto.pay({ line, idempotencyKey: newKey() });
  const first = session();
  const { confirmationId: id } = (await refusalOf(pay(first))) as { confirmationId?: string };
  const { document } = await first.confirmations.get({ id: id ?? '' });
  await knowPayee(bank, ana.user, { kind: 'boleto', target: document?.replaceAll(/\D/g, '') ?? '' });
  const [recipient] = await session().recipients({ kind: 'boleto' });
  const trust = () => session().changeRecipient({ id: recipient?.id ?? '', trustedUpTo: '20000.00' });
  return { pay: async () => (await settledCodes([pay()]))[0], trust };
});

test('whoever knows the password alone pays no boleto unconfirmed, which fills anybody’s account, for a day', async ({
  bank,
  issuer: { pay, trust },
}) => {
  expect(await pay()).toBe('CONFIRMATION_REQUIRED');
  await trust();
  expect(await pay()).toBe('CONFIRMATION_REQUIRED');
  bank.clock.passSeconds(86_400);
  expect(await pay()).toBe('done');
});

test('with a second factor that counts, an issuer is trusted at once', async ({
  bank,
  ana,
  issuer: { pay, trust },
}) => {
  await withPasskey(bank, ana.user.id);
  await trust();
  expect(await pay()).toBe('done');
});
