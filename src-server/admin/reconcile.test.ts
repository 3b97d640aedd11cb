import { expect, test } from 'vitest';
import { makeAdmin } from '#server/account/testing/actors';
import { testBank } from '#server/testing/test-bank';

test('whoever asks while a reconciliation runs has its report; afterwards another one runs', async () => {
  const bank = await testBank();
  const [ana, bia] = [await makeAdmin(bank), await makeAdmin(bank)];
  const asked = [ana, bia, ana].map(({ call }) => call.admin.ledger.reconcile());
  const ids = (await Promise.all(asked)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(1);
  expect(await bank.db.$count(bank.db.tables.reconciliations)).toBe(1);
  expect((await bia.call.admin.ledger.reconcile()).id).not.toBe(ids[0]);
  expect(await bank.db.$count(bank.db.tables.reconciliations)).toBe(2);
});
