import { expect } from 'vitest';
import { test } from './testing/credit-test.ts';

test('each counter of proposals is the number of rows that its filter finds', async ({
  admin,
  propose,
  lend,
}) => {
  const { list, approve, reject } = admin.call.credit.proposals;
  await lend();
  await approve({ id: (await propose()).id });
  await reject({ id: (await propose()).id, reason: 'Renda baixa' });
  await propose();
  const rowsOf = async (status: 'undecided' | 'granted' | 'rejected') =>
    (await list({ status })).proposals.length;
  const { totals } = await list({});
  expect(totals).toEqual({ pending: 1, approved: 2, rejected: 1 });
  expect([await rowsOf('undecided'), await rowsOf('granted'), await rowsOf('rejected')]).toEqual([1, 2, 1]);
});

test('proposals are found by the name, CPF or CNPJ of the customer, in list and counters', async ({
  bruno,
  admin,
  propose,
}) => {
  const { id } = await propose();
  const other = await bruno.call.credit.proposals.create({
    ...{ amount: '500.00', termMonths: 6, purpose: 'Curso de marcenaria' },
  });
  const found = async (q: string) => {
    const { proposals, totals } = await admin.call.credit.proposals.list({ q });
    expect(totals.pending).toBe(proposals.length);
    return proposals.map((one) => one.id);
  };
  expect(await found('ana mor')).toEqual([id]);
  expect(await found('982.247')).toEqual([id]);
  expect(await found('marcenaria')).toEqual([other.id]);
  expect(await found('ninguém')).toEqual([]);
});
