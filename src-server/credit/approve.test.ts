import { asc } from 'drizzle-orm';
import { expect } from 'vitest';
import { auditedChanges } from '#server/payments/testing/scene';
import { openInProduction } from '#server/testing/in-production';
import { codeOf, refusalOf, settledCodes } from '#server/testing/refusal-of';
import { test } from './testing/credit-test.ts';
import { LOAN, openCreditBank } from './testing/scene.ts';

test.each([60, 61, 120])('an approval stores each of %i instalments once', async (termMonths) => {
  const { bank, admin, propose } = await openCreditBank();
  const { id } = await propose({ termMonths });
  await admin.call.credit.proposals.approve({ id });
  const { instalments } = bank.db.tables;
  const rows = await bank.db.select().from(instalments).orderBy(asc(instalments.number));
  expect(rows.map(({ number }) => number)).toEqual(
    Array.from({ length: termMonths }, (_, index) => index + 1),
  );
});

test('an approval decides one proposal and no other', async ({ admin, propose, own }) => {
  const [one, other] = [await propose(), await propose()];
  const approved = await admin.call.credit.proposals.approve({ id: one.id });
  expect(await admin.call.credit.proposals.get({ id: one.id })).toEqual(approved);
  expect(await own(other.id)).toMatchObject({ status: 'pending', approvedAt: null });
  await admin.call.credit.proposals.approve({ id: other.id });
});

test('an approval at a rate that leaves an instalment no principal is refused', async ({
  admin,
  propose,
  own,
}) => {
  const { id } = await propose({ amount: '0.13' });
  expect(await refusalOf(admin.call.credit.proposals.approve({ id, interestRate: '10.00' }))).toMatchObject({
    code: 'VALIDATION',
    fields: { amount: 'O valor é pequeno demais para este número de parcelas' },
  });
  expect(await own(id)).toMatchObject({ status: 'pending' });
});

test('in production an old session approves no large amount, neither at once nor in parts', async () => {
  const { bank, admin, ana } = await openInProduction();
  const { approve } = admin.call.credit.proposals;
  const propose = async (amount: string) => (await ana.call.credit.proposals.create({ ...LOAN, amount })).id;
  const [large, half, otherHalf] = [
    await propose('1000.01'),
    await propose('600.00'),
    await propose('400.01'),
  ];
  bank.clock.passSeconds(601);
  expect(await codeOf(approve({ id: large }))).toBe('REAUTHENTICATE');
  expect((await approve({ id: half })).status).toBe('approved');
  expect(await codeOf(approve({ id: otherHalf }))).toBe('REAUTHENTICATE');
  const { proposals } = await ana.call.credit.proposals.list({});
  expect(proposals.map(({ status }) => status)).toEqual(['pending', 'approved', 'pending']);
});

test('in production an approval is limited, until an administrator with a fresh proof sets another limit', async () => {
  const { bank, admin, ana } = await openInProduction();
  const { approve } = admin.call.credit.proposals;
  const { update } = admin.call.admin.settings;
  const propose = async (amount: string) => (await ana.call.credit.proposals.create({ ...LOAN, amount })).id;
  const [most, above] = [await propose('1000000.00'), await propose('1000000.01')];
  expect((await approve({ id: most })).status).toBe('approved');
  expect(await refusalOf(approve({ id: above }))).toMatchObject({
    status: 409,
    code: 'APPROVAL_TOO_LARGE',
    error: expect.stringMatching(/no máximo R\$\s1\.000\.000,00\. O limite é mudado em Configurações/),
  });
  expect(await codeOf(approve({ id: most }))).toBe('PROPOSAL_DECIDED');
  const { instalments } = bank.db.tables;
  const made = await bank.db.$count(instalments);
  await update({ name: 'maxApproval', value: '1000000.01' });
  const outcomes = await settledCodes([1, 2].map(() => approve({ id: above })));
  expect(outcomes.sort()).toEqual(['PROPOSAL_DECIDED', 'done']);
  expect(await bank.db.$count(instalments)).toBe(2 * made);
  expect(await auditedChanges(bank, 'update_setting')).toEqual([{ from: '1000000.00', to: '1000000.01' }]);
  bank.clock.passSeconds(601);
  expect(await codeOf(update({ name: 'maxApproval', value: '5000000.00' }))).toBe('REAUTHENTICATE');
});
