import { expect, test } from 'vitest';
import {
  type Instalment,
  type InstalmentRow,
  instalmentsOf,
  nameOf,
  type Proposal,
  payableOf,
} from './credits.ts';

const credit = (id: string, paidOutDate: string | null) =>
  ({ id, paidOutDate, termMonths: 12 }) as unknown as Proposal;
const row = (creditProposalId: string, installmentNumber: number, isPaid = false) =>
  ({
    creditProposalId,
    installmentNumber,
    isPaid,
    dueDate: `2026-0${installmentNumber}-10`,
  }) as unknown as InstalmentRow;
const names = (instalments: Instalment[]) => instalments.map((one) => `${one.credit.id}: ${nameOf(one)}`);

test('payable instalments are unpaid, belong to a credit paid out, and start with the oldest', () => {
  const all = instalmentsOf(
    [credit('a', '2026-01-05'), credit('b', null)],
    [row('a', 3), row('b', 2), row('a', 2), row('a', 1, true), row('gone', 1)],
  );
  expect(names(all)).toHaveLength(4);
  expect(names(payableOf(all))).toEqual(['a: Parcela 2 de 12', 'a: Parcela 3 de 12']);
});
