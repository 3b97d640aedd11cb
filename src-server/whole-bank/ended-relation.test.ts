import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { test } from '#server/payments/testing/pix-test';
import { externalRow } from '#server/payments/testing/scene';
import { callerOf, closeRelation } from '#server/testing/people';
import { codeOf, settledCodes } from '#server/testing/refusal-of';

test('what was begun before the relation ended, and comes after, changes nothing', async ({ bank, ana }) => {
  const profile = {
    email: 'ana@correio.example',
    phone: '(11) 98745-2031',
    street: 'Rua Marechal Deodoro',
    number: '1240',
    neighborhood: 'Centro',
    city: 'São Bernardo do Campo',
    state: 'SP',
    zipCode: '09710-001',
    monthlyIncome: '7800.00',
  };
  await closeRelation(bank, ana.user.id);
  const { users, creditProposals, consents } = bank.db.tables;
  const own = eq(users.id, ana.user.id);
  const before = await bank.db.select().from(users).where(own);
  const { credit, auth } = ana.call;
  expect(
    await settledCodes([
      credit.proposals.create({ amount: '2000.00', termMonths: 12, purpose: 'Reforma da cozinha' }),
      auth.consents.set({ kind: 'product_news', isGranted: true }),
      auth.updateProfile(profile),
    ]),
  ).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED', 'UNAUTHENTICATED']);
  expect(await bank.db.select().from(users).where(own)).toEqual(before);
  expect([await bank.db.$count(creditProposals), await bank.db.$count(consents)]).toEqual([0, 0]);
});

test('an account that the provider opens while the relation ends is not kept', async ({ bank, ana }) => {
  const { root } = bank.provider;
  const createAccount: typeof root.createAccount = async (given) => {
    const made = await root.createAccount(given);
    await closeRelation(bank, ana.user.id);
    return made;
  };
  const provider = { ...bank.provider, root: { ...root, createAccount } };
  const { pix } = callerOf(bank, ana.user, { provider });
  expect(await codeOf(pix.createSubaccount())).toBe('UNAUTHENTICATED');
  expect(await externalRow(bank, ana.user.id)).toMatchObject({ apiKey: null, accountId: null });
  const { accounts } = bank.db.tables;
  expect(await bank.db.$count(accounts, eq(accounts.accountType, 'external'))).toBe(0);
});
