import { expect, test } from 'vitest';
import { testDb } from '#db/testing/test-db';
import { noProvider, openProvider, type ProviderAccount } from './client.ts';
import { reply, tinyProvider } from './testing/tiny-provider.ts';

/** Every call; the type keeps it complete. */
const EVERY_CALL: Record<keyof ProviderAccount, (account: ProviderAccount) => Promise<unknown>> = {
  createAccount: (account) =>
    account.createAccount({
      name: 'Ana Souza',
      email: 'ana@correio.example',
      cpfCnpj: '52998224725',
      birthDate: '1990-05-17',
      companyType: null,
      mobilePhone: '11987654321',
      incomeCents: 500_000,
      address: 'Rua das Flores',
      addressNumber: '12',
      complement: null,
      province: 'Centro',
      postalCode: '01310100',
      webhooks: [],
    }),
  findAccount: (account) => account.findAccount('52998224725'),
  createAccessToken: (account) => account.createAccessToken('acc_1'),
  status: (account) => account.status(),
  wallet: (account) => account.wallet(),
  balance: (account) => account.balance(),
  documents: (account) => account.documents(),
  sendDocument: (account) =>
    account.sendDocument('d1', {
      type: 'CUSTOM',
      name: 'a.pdf',
      mime: 'application/pdf',
      bytes: new Uint8Array([1]),
    }),
  webhooks: (account) => account.webhooks(),
  createWebhook: (account) =>
    account.createWebhook({ url: 'https://bank.example', authToken: 'x', events: [], email: 'a@b.example' }),
  updateWebhook: (account) =>
    account.updateWebhook('w1', {
      url: 'https://bank.example',
      authToken: 'x',
      events: [],
      email: 'a@b.example',
    }),
  keys: (account) => account.keys(),
  createKey: (account) => account.createKey('EVP'),
  deleteKey: (account) => account.deleteKey('k1'),
  keyOwner: (account) => account.keyOwner('EMAIL', 'a@b.example'),
  keyClaims: (account) => account.keyClaims(),
  claimKey: (account) => account.claimKey('ownership', 'a@b.example'),
  actOnClaim: (account) => account.actOnClaim('c1', 'cancel'),
  staticQr: (account) => account.staticQr({ addressKey: 'k', description: 'x', amountCents: 1 }),
  decodeQr: (account) => account.decodeQr('000201'),
  payQr: (account) =>
    account.payQr({ externalReference: 'ref-1', payload: '000201', amountCents: 1, description: 'x' }),
  pixDebitById: (account) => account.pixDebitById('d1'),
  pixDebitByReference: (account) => account.pixDebitByReference('ref-1'),
  pixDebits: (account) => account.pixDebits('2026-03-01'),
  transfer: (account) =>
    account.transfer({ externalReference: 'ref-1', amountCents: 1, description: 'x', to: { walletId: 'w' } }),
  transferById: (account) => account.transferById('t1'),
  transferByReference: (account) => account.transferByReference('ref-1', '2026-03-01'),
  transfers: (account) => account.transfers('2026-03-01'),
  newestTransfers: (account) => account.newestTransfers('2026-03-01', 1),
  payment: (account) => account.payment('p1'),
  refund: (account) => account.refund('p1', 'x'),
  pixReturns: (account) => account.pixReturns('2026-03-01'),
  pixReturnByEndToEnd: (account) => account.pixReturnByEndToEnd('D1'),
  pixReturn: (account) => account.pixReturn('p1'),
  newestOfCode: (account) => account.newestOfCode('q1'),
  paymentsPaid: (account) => account.paymentsPaid('2026-03-01'),
  customerByReference: (account) => account.customerByReference('ref-1'),
  createCustomer: (account) =>
    account.createCustomer({ name: 'x', cpfCnpj: '1', externalReference: 'ref-1' }),
  createCharge: (account) =>
    account.createCharge({
      ...{ externalReference: 'ref-1', customerId: 'c1', amountCents: 1, description: 'x' },
      ...{ dueOn: '2026-03-01', fine: null, interest: null, discount: null },
    }),
  chargeByReference: (account) => account.chargeByReference('ref-1'),
  chargeCode: (account) => account.chargeCode('p1'),
  removeCharge: (account) => account.removeCharge('p1'),
  payments: (account) => account.payments('2026-03-01'),
  simulateBill: (account) => account.simulateBill('1'),
  payBill: (account) =>
    account.payBill({ externalReference: 'ref-1', line: '1', amountCents: 1, description: 'x' }),
  billById: (account) => account.billById('b1'),
  billByReference: (account) => account.billByReference('ref-1', '2026-03-01'),
  newestBills: (account) => account.newestBills('2026-03-01', 1),
};

const refusal = 'the payment provider is called inside a transaction';

test('inside a database transaction every call to the provider throws, and nothing is sent', async () => {
  const db = await testDb();
  const { url, received } = await tinyProvider((to) => reply(to, 400, {}));
  const provider = openProvider({ url, apiKey: '$aact_hmlg_root' });
  const accounts = {
    own: provider.root,
    customers: provider.of('$aact_hmlg_ana'),
    nowhere: noProvider().root,
  };
  for (const [whose, account] of Object.entries(accounts))
    for (const [name, ask] of Object.entries(EVERY_CALL)) {
      const inside = db.transaction(async (tx) => {
        await tx.select().from(tx.tables.users).limit(1);
        return ask(account);
      });
      await expect(inside, `${name} of ${whose}`).rejects.toThrow(refusal);
    }
  expect(received).toEqual([]);
});

test('before and after a database transaction every call to the provider is made', async () => {
  const db = await testDb();
  const { url, received } = await tinyProvider((to) => reply(to, 400, {}));
  const { root } = openProvider({ url, apiKey: '$aact_hmlg_root' });
  for (const [name, ask] of Object.entries(EVERY_CALL)) {
    await db.transaction(async (tx) => tx.select().from(tx.tables.users).limit(1));
    expect(await ask(root), name).toMatchObject({ kind: 'refused', status: 400 });
  }
  expect(received).toHaveLength(Object.keys(EVERY_CALL).length);
  expect(Object.keys(EVERY_CALL).sort()).toEqual(Object.keys(root).sort());
});
