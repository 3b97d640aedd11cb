import { setTimeout as pause } from 'node:timers/promises';
import type { LedgerFilters } from '#domain/admin/ledger';
import { ledgerCsvHead, ledgerCsvRows } from '#domain/admin/ledger-csv';
import { toDecimal } from '#domain/money';
import type { AuditEvent } from '#server/audit/record';
import type { SignedInContext } from '#server/kernel/context';
import type { FileAnswer } from '#server/kernel/file-answer';
import { csvFile } from './csv-file.ts';
import { bankAccountName } from './ledger-list.ts';
import { ledgerRows } from './ledger-rows.ts';

/** Lets other requests of this process run. */
const PAUSE_MS = 1;

export function exportLedger(ctx: SignedInContext, filters: LedgerFilters): Promise<FileAnswer> {
  const { least, most } = filters;
  const inDecimals = { ...(least && { least: toDecimal(least) }), ...(most && { most: toDecimal(most) }) };
  const changes = { ...filters, ...inDecimals };
  const event: AuditEvent = { action: 'export_ledger', entityId: null, changes };
  return csvFile(ctx, 'livro-razao', event, csvOf(ctx, filters));
}

async function* csvOf({ db }: SignedInContext, filters: LedgerFilters) {
  yield ledgerCsvHead();
  for await (const rows of ledgerRows(db, filters)) {
    const lines = rows.map((row) => ({
      ...row,
      holder: row.holderName ?? bankAccountName(row.bankAccount) ?? '',
    }));
    yield ledgerCsvRows(lines);
    await pause(PAUSE_MS);
  }
}
