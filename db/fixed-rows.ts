import { BANK_ACCOUNTS, type BankAccount } from '#domain/ledger/words';

/** Permanent numbers of the bank's own accounts: in the id and in '0000-00nn'. */
const BANK_ACCOUNT_NUMBERS: Record<BankAccount, number> = {
  provider_cash: 1,
  provider_clearing: 2,
  adjustments: 3,
  loans_receivable: 4,
  interest_income: 5,
  fee_income: 6,
  yield_expense: 7,
  taxes_payable: 8,
  held_pix: 9,
};

const OPENED_AT = '2020-01-01T00:00:00.000Z';

/** SQL that inserts the rows every bank has, where they are missing. */
export function fixedRows(engine: 'sqlite' | 'postgres'): string {
  const openedAt = engine === 'sqlite' ? String(Date.parse(OPENED_AT)) : `'${OPENED_AT}'`;
  const accounts = BANK_ACCOUNTS.map((name) => {
    const number = String(BANK_ACCOUNT_NUMBERS[name]).padStart(2, '0');
    return `INSERT INTO accounts (id, bank_account, account_number, account_type, is_active, created_at)
      SELECT '00000000-0000-7000-8000-0000000000${number}', '${name}', '0000-00${number}', 'bank', true, ${openedAt}
      WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE bank_account = '${name}');`;
  });
  return [
    ...accounts,
    'INSERT INTO bank_clock (id, offset_days) SELECT 1, 0 WHERE NOT EXISTS (SELECT 1 FROM bank_clock);',
    `INSERT INTO audit_head (id, seq, hash) SELECT 1, 0, '${'0'.repeat(64)}' WHERE NOT EXISTS (SELECT 1 FROM audit_head);`,
  ].join('\n');
}

/** SQL that answers true when none of `fixedRows` is missing. */
export function hasFixedRows(): string {
  const names = BANK_ACCOUNTS.map((name) => `'${name}'`).join(', ');
  return `SELECT (SELECT count(*) FROM accounts WHERE bank_account IN (${names})) = ${BANK_ACCOUNTS.length}
    AND EXISTS (SELECT 1 FROM bank_clock) AND EXISTS (SELECT 1 FROM audit_head)`;
}
