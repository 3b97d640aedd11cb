import type { Reader } from '#db/db';
import type { LedgerFilters } from '#domain/admin/ledger';
import { ledgerCsvHead, ledgerCsvRows } from '#domain/admin/ledger-csv';
import { toDecimal } from '#domain/money';
import { matchingHolders } from '#server/account/matches';
import type { AuditEvent } from '#server/audit/record';
import { noteViewOfOne } from '#server/auth/profile/note-view';
import type { SignedInContext } from '#server/kernel/context';
import type { FileAnswer } from '#server/kernel/file-answer';
import { csvFile } from './csv-file.ts';
import { bankAccountName, holdersIn } from './ledger-list.ts';
import { type LedgerRow, ledgerRows } from './ledger-rows.ts';

export function exportLedger(ctx: SignedInContext, filters: LedgerFilters): Promise<FileAnswer> {
  const { least, most } = filters;
  const inDecimals = { ...(least && { least: toDecimal(least) }), ...(most && { most: toDecimal(most) }) };
  const changes = { ...filters, ...inDecimals };
  const event: AuditEvent = { action: 'export_ledger', entityId: null, changes };
  return csvFile(ctx, 'livro-razao', event, csvOf(ctx, filters));
}

/** A search that found one customer's account leaves a `view_user` row, as its pages do, also when the download is broken off. */
async function* csvOf(ctx: SignedInContext, filters: LedgerFilters) {
  const holders = holdersFound(ctx.db, filters.q);
  yield ledgerCsvHead();
  try {
    for await (const rows of ledgerRows(ctx.db, filters)) {
      await holders.add(rows);
      const lines = rows.map((row) => ({
        ...row,
        holder: row.holderName ?? bankAccountName(row.bankAccount) ?? '',
      }));
      yield ledgerCsvRows(lines);
    }
  } finally {
    await noteViewOfOne(ctx, holders.found);
  }
}

/** `found`: the customers of whom an account matches the search; once it has several, no more are looked for. */
function holdersFound(db: Reader, q: string | undefined) {
  const seen = new Set<string>();
  const found: string[] = [];
  async function add(rows: readonly LedgerRow[]): Promise<void> {
    if (q === undefined || found.length > 1) return;
    const unseen = holdersIn(rows).filter((id) => !seen.has(id));
    for (const id of unseen) seen.add(id);
    found.push(...(await matchingHolders(db, q, unseen)));
  }
  return { found, add };
}
