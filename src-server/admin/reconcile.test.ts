import { expect } from 'vitest';
import { test } from '#server/testing/bank-test';
import { makeAdmin } from '#server/testing/people';

test('a request during a reconciliation gets its report; a later one runs another', async ({ bank }) => {
  const [ana, bia] = [await makeAdmin(bank), await makeAdmin(bank)];
  const asked = [ana, bia, ana].map(({ call }) => call.admin.ledger.reconcile());
  const ids = (await Promise.all(asked)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(1);
  expect(await bank.db.$count(bank.db.tables.reconciliations)).toBe(1);
  expect((await bia.call.admin.ledger.reconcile()).id).not.toBe(ids[0]);
  expect(await bank.db.$count(bank.db.tables.reconciliations)).toBe(2);
});
