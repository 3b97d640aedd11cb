/** @module-tag prove */
import { expect } from 'vitest';
import { keepFromMidnight } from './bank-noon.ts';
import { test } from './bank-test.ts';
import { expectAccessible } from './journey.ts';

const WHY = 'O investimento venceu ou foi resgatado antes da assinatura.';

test('a contract is read before it is signed, and one that was not signed before the maturity says why it is cancelled', async ({
  bank,
  admin,
  customer,
  fund,
  visit,
}) => {
  await keepFromMidnight(bank.origin);
  const product = await admin.call('POST', '/api/investments/products', {
    name: 'CDB Semana',
    description: 'Renda fixa de sete dias',
    minAmount: '10.00',
    annualRate: '12.00',
    termDays: 7,
    riskLevel: 'low',
  });
  expect(product.status, JSON.stringify(product.body)).toBe(201);
  await fund(customer, '100.00');
  const { script } = customer;
  const made = await script.call('POST', '/api/investments', {
    productId: product.body.product?.id ?? '',
    amount: '50.00',
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);

  const page = await visit(script);
  await page.goto('/client/contracts');
  const link = page.getByRole('link', { name: /^Ler e assinar/ });
  await link.waitFor();
  expect(await page.getByRole('button', { name: 'Solicitar assinatura' }).count()).toBe(0);
  await link.click();
  await page.getByRole('heading', { name: 'Cláusulas' }).waitFor();
  await page.getByRole('button', { name: 'Solicitar assinatura' }).waitFor();

  await script.call('POST', '/dev/clock', { advanceDays: 12 });
  await page.goto('/client/contracts?situacao=cancelled');
  await page.getByText(WHY).waitFor();
  await expectAccessible(page, 'cancelled contract in the list');
  await page
    .getByRole('link', { name: /CDB Semana/ })
    .first()
    .click();
  await page.getByText('Este contrato foi cancelado e não pode mais ser assinado.').waitFor();
  await page.getByText(WHY).first().waitFor();
  expect(await page.getByRole('button', { name: 'Solicitar assinatura' }).count()).toBe(0);
});
