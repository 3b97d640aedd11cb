import { sqliteKit } from '#db/kit/sqlite';

/** SQLite only, made by migration 0026: drizzle-kit does not know virtual tables. */
export const ledgerText = sqliteKit.table('ledger_text', {
  rowid: sqliteKit.count('rowid'),
  description: sqliteKit.text('description'),
});

export const ledgerTextProgress = sqliteKit.table('ledger_text_progress', {
  id: sqliteKit.count('id'),
  /** Transactions up to this rowid are in `ledger_text`. */
  indexedTo: sqliteKit.count('indexed_to'),
});
