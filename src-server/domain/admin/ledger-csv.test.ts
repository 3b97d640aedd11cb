import { expect, test } from 'vitest';
import { type LedgerCsvRow, ledgerCsvHead, ledgerCsvRows } from './ledger-csv.ts';

const ROW: LedgerCsvRow = {
  transactionId: 't1',
  type: 'transfer',
  description: 'Aluguel; novembro',
  createdAt: new Date('2026-11-22T12:30:00Z'),
  accountNumber: '1234-5678',
  accountType: 'checking',
  holder: 'Ana Luz',
  amountCents: -12_345,
  balanceAfterCents: 100,
};

test('the ledger CSV begins with its column names', () => {
  expect(ledgerCsvHead().trim().split(';')).toHaveLength(11);
  expect(ledgerCsvHead()).toContain('Débito;Crédito;Saldo');
});

test('the ledger CSV shows outgoing money as debit and incoming money as credit', () => {
  expect(
    ledgerCsvRows([ROW, { ...ROW, amountCents: 12_345 }])
      .trimEnd()
      .split('\r\n'),
  ).toEqual([
    '22/11/2026;09:30:00;t1;"Transferência";"Aluguel; novembro";1234-5678;"Corrente";"Ana Luz";123,45;;1,00',
    '22/11/2026;09:30:00;t1;"Transferência";"Aluguel; novembro";1234-5678;"Corrente";"Ana Luz";;123,45;1,00',
  ]);
  expect(ledgerCsvRows([{ ...ROW, amountCents: 0 }])).toContain(';"Ana Luz";;;');
  expect(ledgerCsvRows([{ ...ROW, amountCents: 1 }])).toContain(';"Ana Luz";;0,01;');
  expect(ledgerCsvRows([{ ...ROW, amountCents: -1 }])).toContain(';"Ana Luz";0,01;;');
});
