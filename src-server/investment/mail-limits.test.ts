import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { REPEATED_MAIL_LIMITS } from '#domain/limits';
import { spendAll } from '#server/auth/testing/spend-all';
import { test } from '#server/testing/bank-test';
import { codeOf } from '#server/testing/refusal-of';

test('repeated investing and redeeming sends a limited number of e-mails and contract codes an hour', async ({
  setup: { bank, ana, admin },
}) => {
  const product = await admin.call.investment.products.create({
    name: 'CDB Vale 90',
    description: 'Renda fixa com prazo de 90 dias',
    minAmount: '10.00',
    annualRate: '12.00',
    termDays: 90,
  });
  const { each } = REPEATED_MAIL_LIMITS;
  for (let time = 0; time < each + 2; time += 1) {
    const { id } = await ana.call.investment.create({ productId: product.id, amount: '10.00' });
    await ana.call.investment.redeem({ id });
  }
  const { notifications, outbox } = bank.db.tables;
  expect(await bank.db.$count(outbox, eq(outbox.kind, 'contract_waiting'))).toBe(each);
  expect(await bank.db.$count(notifications, eq(notifications.kind, 'contract_waiting'))).toBe(each + 2);
  await spendAll(bank, 'contractCodeUser', ana.user.id, 1);
  await ana.call.investment.create({ productId: product.id, amount: '10.00' });
  await ana.call.investment.create({ productId: product.id, amount: '10.00' });
  const [one, other] = (await ana.call.contract.list()).filter(
    ({ status }) => status === 'pending_signature',
  );
  await ana.call.contract.requestOtp({ id: one?.id ?? '' });
  expect(await codeOf(ana.call.contract.requestOtp({ id: other?.id ?? '' }))).toBe('TOO_MANY_ATTEMPTS');
  await spendAll(bank, 'investment', ana.user.id, each + 4);
  const more = ana.call.investment.create({ productId: product.id, amount: '10.00' });
  expect(await codeOf(more)).toBe('TOO_MANY_ATTEMPTS');
});
