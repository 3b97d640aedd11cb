import { expect, it } from 'vitest';
import { daysFrom, type Entry, type Page } from './days.ts';

const entry = (id: string, createdAt: string): Entry => ({
  id,
  accountId: 'a',
  transactionId: id,
  type: 'transfer',
  description: id,
  amount: '1.00',
  isDebit: true,
  balanceAfter: '0.00',
  createdAt,
  counterparty: null,
  accountType: 'checking',
  kind: 'transfer',
  isNeutral: false,
  reversal: null,
});

it('statement entries are grouped by São Paulo day, across pages too', () => {
  const pages: Page[] = [
    {
      entries: [entry('4', '2026-03-13T03:00:00.000Z'), entry('3', '2026-03-13T02:59:59.999Z')],
      nextCursor: '3',
      dayBalances: [
        { day: '2026-03-13', balance: '8.00' },
        { day: '2026-03-12', balance: '9.00' },
      ],
    },
    { entries: [], nextCursor: '2', dayBalances: [] },
    {
      entries: [entry('2', '2026-03-12T15:00:00.000Z'), entry('1', '2026-03-01T15:00:00.000Z')],
      nextCursor: null,
    },
  ];
  expect(
    daysFrom(pages).map(({ day, balance, entries }) => [day, balance, entries.map(({ id }) => id)]),
  ).toEqual([
    ['2026-03-13', '8.00', ['4']],
    ['2026-03-12', '9.00', ['3', '2']],
    ['2026-03-01', null, ['1']],
  ]);
});
