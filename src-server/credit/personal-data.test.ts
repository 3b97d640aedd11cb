import { expect } from 'vitest';
import { test } from '#server/testing/bank-test';
import { instalmentData, proposalData } from './personal-data.ts';
import { signedCredit } from './testing/loan.ts';

test('the copy of personal data has a customer’s own proposals and instalments, and no others', async ({
  setup: scene,
}) => {
  const { bank, ana, bruno } = scene;
  const id = await signedCredit(scene, { termMonths: 2 });
  const first = (await ana.call.credit.schedules()).schedules[1];
  await ana.call.credit.payInstallment({ id: first?.id ?? '' });
  const read = async (of: typeof proposalData, userId: string) => {
    const rows = [];
    for await (const page of of.pages(bank.db, userId)) rows.push(...page);
    return rows;
  };
  expect(await read(proposalData, ana.user.id)).toMatchObject([
    { id, status: 'active', paidInstallments: 1, overdueInstallments: 0, holder: null },
  ]);
  expect(await read(instalmentData, ana.user.id)).toMatchObject([
    { creditProposalId: id, installmentNumber: 2, isPaid: false },
    { creditProposalId: id, installmentNumber: 1, isPaid: true },
  ]);
  for (const of of [proposalData, instalmentData]) expect(await read(of, bruno.user.id)).toEqual([]);
});
