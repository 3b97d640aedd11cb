import { expect } from 'vitest';
import { test } from '#server/testing/bank-test';
import { makeAdmin } from '#server/testing/people';

test('whoever asks while a reconciliation runs has its report; afterwards another one runs', async ({
  bank,
}) => {
  const [ana, bia] = [await makeAdmin(bank), await makeAdmin(bank)];
  const asked = [ana, bia, ana].map(({ call }) => call.admin.ledger.reconcile());
  const ids = (await Promise.all(asked)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(1);
  expect(await bank.db.$count(bank.db.tables.reconciliations)).toBe(1);
  expect((await bia.call.admin.ledger.reconcile()).id).not.toBe(ids[0]);
  expect(await bank.db.$count(bank.db.tables.reconciliations)).toBe(2);
});
