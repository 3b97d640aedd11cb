import { expect, test } from 'vitest';
import { testDb } from '#db/testing/test-db';
import type { BankAccount } from '#domain/ledger/words';
import { bankAccountId } from './bank-account.ts';

test('a missing bank account is an error that names it', async () => {
  const db = await testDb();
  await expect(bankAccountId(db, 'petty_cash' as BankAccount)).rejects.toThrow(
    'bank account petty_cash not found',
  );
});
