import { expect } from 'vitest';
import { orderScene } from './orders/testing/order-scene.ts';
import { externalAccountData, incomingPaymentData, paymentOrderData } from './personal-data.ts';
import { compare } from './reconcile/compare.ts';
import { test } from './testing/pix-test.ts';
import { activate, apiKeyOf, type pixScene } from './testing/scene.ts';

async function pagesOf(data: typeof externalAccountData, scene: Awaited<ReturnType<typeof pixScene>>) {
  const rows: object[] = [];
  for await (const page of data.pages(scene.bank.db, scene.ana.user.id)) rows.push(...page);
  return rows;
}

test('the copy of all data has the external account, without its API key', async ({ scene, bank, ana }) => {
  for (const data of [externalAccountData, paymentOrderData, incomingPaymentData])
    expect(await pagesOf(data, scene)).toEqual([]);
  await activate(scene, ana);
  const [kept] = await pagesOf(externalAccountData, scene);
  expect(kept).toMatchObject({ status: 'approved', general: 'APPROVED', walletId: expect.any(String) });
  expect(kept).not.toHaveProperty('apiKey');
  expect(JSON.stringify(kept)).not.toContain(await apiKeyOf(bank, ana));
});

test('the copy of all data masks the documents of payers and payees', async () => {
  const scene = await orderScene();
  const { ana, bruno, bank } = scene;
  await ana.call.pix.keys.create({ type: 'CPF', key: '52998224725' });
  await bruno.call.pix.keys.create({ type: 'CPF', key: '11144477735' });
  await ana.call.pix.transfer({ pixKey: '11144477735', amount: '20.00' });
  const payer = { payerName: 'Bruno Nogueira', payerDocument: '111.444.777-35' };
  const paid = { addressKey: '52998224725', value: 5, ...payer };
  await scene.simulator.control('POST', '/simulator/receive', paid);
  await compare(bank);
  const masked = '***.444.777-**';
  const [incoming] = await pagesOf(incomingPaymentData, scene);
  expect(incoming).toMatchObject({ amount: '5.00', payerDocument: masked });
  const order = (await pagesOf(paymentOrderData, scene))[0];
  expect(order).toMatchObject({ kind: 'pix', target: masked, payeeDocument: masked });
});
