import { count } from 'drizzle-orm';
import { inScratchDatabase, restoreDump } from '#db/copy';
import type { Db } from '#db/db';
import { open } from '#db/open';
import { postgresToolEnv } from '#server/kernel/env';
import { verifyLedger } from '#server/ledger/verify';

export type CheckedCopy = { transactions: number; entries: number };

/** The copy opens but its ledger is wrong; `inPortuguese`: one line. */
export class InvalidCopyError extends Error {
  override readonly name = 'InvalidCopyError';
  readonly inPortuguese: string;

  constructor(differences: readonly string[], differenceCount: number) {
    super(`the copy's ledger is wrong: ${differences.join('; ')}`);
    const others = differenceCount > 1 ? ` (e mais ${differenceCount - 1})` : '';
    this.inPortuguese = `O livro-razão da cópia não fecha: ${differences[0]}${others}`;
  }
}

/** An SQLite file is opened directly, a dump in a scratch database beside `url`. Throws InvalidCopyError. */
export function checkCopy(file: string, url: string): Promise<CheckedCopy> {
  if (url.startsWith('file:')) return checkDatabase(`file:${file}`);
  return inScratchDatabase(url, async (scratchUrl) => {
    await restoreDump(file, scratchUrl, postgresToolEnv());
    return checkDatabase(scratchUrl);
  });
}

export async function checkDatabase(url: string): Promise<CheckedCopy> {
  const db = await open(url);
  try {
    const verdict = await verifyLedger(db);
    if (!verdict.ok) throw new InvalidCopyError(verdict.differences, verdict.differenceCount);
    return { transactions: await rowsOf(db, 'transactions'), entries: await rowsOf(db, 'entries') };
  } finally {
    await db.close();
  }
}

async function rowsOf(db: Db, table: 'transactions' | 'entries'): Promise<number> {
  const [row] = await db.select({ rows: count() }).from(db.tables[table]);
  return row?.rows ?? 0;
}
