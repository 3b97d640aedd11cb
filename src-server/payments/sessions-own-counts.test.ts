import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { newPerson } from '#server/auth/testing/browser';
import { type Acts, keptFromNone, usedUpBySession } from '#server/auth/testing/used-up-by-session';
import { PRODUCT } from '#server/investment/testing/product';
import { fund, newKey, sessionOf } from '#server/protection/testing/protected-bank';
import { turnRulesOn } from '#server/protection/testing/rules';
import { callerOf } from '#server/testing/people';
import { refusalOf } from '#server/testing/refusal-of';
import { ASKED, test } from './charges/testing/charge-test.ts';
import { returnScene } from './returns/testing/return-scene.ts';

const { phone, street, number, neighborhood, city, state, zipCode } = newPerson();
const PROFILE = {
  ...{ phone, street, number, neighborhood, city, state, zipCode },
  email: 'ana.moreira@correio.example',
  complement: '',
  monthlyIncome: '7800.00',
};

test('what a session uses up of charges, keys, applications, receipts and changes keeps its owner’s next one out of none', async ({
  bank,
  admin,
  owner,
  scene,
}) => {
  const { id: productId } = await admin.call.investment.products.create(PRODUCT);
  await fund(admin, owner, '100.00');
  const unpaid = await owner.call.charge.create(ASKED);
  const withoutReceipt: string[] = [];
  for (let payment = 0; payment < 3; payment += 1) {
    const { accountNumber } = scene.bruno;
    const paid = await owner.call.account.transfer({ accountNumber, amount: '1.00', description: 'Pão' });
    withoutReceipt.push(paid.id);
  }
  const keys: string[] = [];
  for (let made = 0; made < 3; made += 1) keys.push((await owner.call.pix.keys.create({ type: 'EVP' })).id);
  let addresses = 0;

  const acts: Acts = {
    charge: ({ charge }) => charge.create(ASKED),
    chargeDay: ({ charge }) => charge.create(ASKED),
    chargeCheck: ({ charge }) => charge.check({ id: unpaid.id }),
    investment: ({ investment }) => investment.create({ productId, amount: '10.00' }),
    receiptDay: ({ account }) => account.receipt({ id: withoutReceipt.pop() ?? '' }),
    keyDeleted: ({ pix }) => pix.keys.remove({ id: keys.pop() ?? '' }),
    keyMade: ({ pix }) => pix.keys.create({ type: 'EVP' }),
    profileChange: ({ auth }) => auth.updateProfile({ ...PROFILE, complement: `Sala ${++addresses}` }),
    emailChange: ({ auth }) =>
      auth.updateProfile({ ...PROFILE, email: `nova${++addresses}@correio.example` }),
    emailChangeTo: async ({ auth }) => {
      await auth.updateProfile({ ...PROFILE, email: `nova${++addresses}@correio.example` });
      await auth.updateProfile({ ...PROFILE, email: 'outra@correio.example' });
    },
  };
  const signIn = () => callerOf(bank, owner.user);
  expect(await usedUpBySession(bank, signIn, acts)).toEqual(keptFromNone(acts));

  await bank.db.transaction((tx) => tx.update(tx.tables.users).set({ emailConfirmedAt: null }));
  const unconfirmed: Acts = {
    contactCodeDay: ({ auth }) => auth.contacts.requestCode({ channel: 'email' }),
    contactCodeTo: ({ auth }) => auth.contacts.requestCode({ channel: 'email' }),
  };
  expect(await usedUpBySession(bank, signIn, unconfirmed)).toEqual(keptFromNone(unconfirmed));
});

test('refused returns of a session leave its owner’s next one every return of the day', async () => {
  const { bank, bruno, arrive } = await returnScene();
  const { id } = await arrive(10);
  const acts: Acts = {
    giveBack: ({ pix }) => pix.giveBack({ id, amount: '1.00', reason: 'duplicate' }),
  };
  expect(await usedUpBySession(bank, () => callerOf(bank, bruno.user), acts)).toEqual(keptFromNone(acts));
});

test('codes, confirmations and limits that a session uses up are there for its owner’s next one', async ({
  bank,
  admin,
  owner,
  scene,
}) => {
  await turnRulesOn(bank, owner.user);
  await fund(admin, owner, '100.00');
  await bank.db.transaction(async (tx) => {
    const { users } = tx.tables;
    await tx
      .update(users)
      .set({ emailConfirmedAt: new Date(0) })
      .where(eq(users.id, owner.user.id));
  });
  const { accountNumber } = scene.bruno;
  const ask = async ({ account }: typeof owner.call) => {
    const paid = { accountNumber, amount: '40.00', description: 'Aluguel', idempotencyKey: newKey() };
    const refused = (await refusalOf(account.transfer(paid))) as { code: string; confirmationId?: string };
    return refused.code === 'CONFIRMATION_REQUIRED' ? (refused.confirmationId ?? '') : account.transfer(paid);
  };
  let limit = 500;
  const acts: Acts = {
    confirmation: ask,
    confirmationCode: async (call) => call.account.confirmations.sendCode({ id: String(await ask(call)) }),
    limitChange: ({ account }) =>
      account.limits.change({ kind: 'transfer', window: 'day', amount: `${++limit}.00` }),
  };
  await sessionOf(bank, owner).account.limits.change({ kind: 'transfer', window: 'day', amount: '400.00' });
  expect(await usedUpBySession(bank, () => sessionOf(bank, owner), acts)).toEqual(keptFromNone(acts));
});
