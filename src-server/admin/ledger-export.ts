import { setTimeout as pause } from 'node:timers/promises';
import type { LedgerFilters } from '#domain/admin/ledger';
import { ledgerCsvHead, ledgerCsvRows } from '#domain/admin/ledger-csv';
import { toDecimal } from '#domain/money';
import { record } from '#server/audit/record';
import { countAttempt } from '#server/auth/attempts';
import type { SignedInContext } from '#server/kernel/context';
import type { FileAnswer } from '#server/kernel/file-answer';
import { bankAccountName } from './ledger-list.ts';
import { ledgerRows } from './ledger-rows.ts';

/** Lets other requests of this process run. */
const PAUSE_MS = 1;

/** The entries as CSV, streamed. The export is logged before anything is read. At most 20 files a minute per caller. */
export async function exportLedger(ctx: SignedInContext, filters: LedgerFilters): Promise<FileAnswer> {
  await countAttempt(ctx, 'export', ctx.user.id);
  return {
    bytes: csvOf(ctx, filters),
    fileName: `livro-razao-${ctx.clock.today()}.csv`,
    contentType: 'text/csv; charset=utf-8',
  };
}

async function* csvOf(ctx: SignedInContext, filters: LedgerFilters) {
  const { least, most } = filters;
  await ctx.db.transaction((tx) =>
    record(tx, ctx, {
      action: 'export_ledger',
      entityId: null,
      changes: {
        ...filters,
        ...(least && { least: toDecimal(least) }),
        ...(most && { most: toDecimal(most) }),
      },
    }),
  );
  const encoder = new TextEncoder();
  yield encoder.encode(ledgerCsvHead());
  for await (const rows of ledgerRows(ctx.db, filters)) {
    const lines = rows.map((row) => ({
      ...row,
      holder: row.holderName ?? bankAccountName(row.bankAccount) ?? '',
    }));
    yield encoder.encode(ledgerCsvRows(lines));
    await pause(PAUSE_MS);
  }
}
