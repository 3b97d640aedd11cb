import Database from 'better-sqlite3';
import { hasCode, isBroken, isDamaged } from '#db/away';

/** The database is open somewhere and cannot be replaced. */
export class InUseError extends Error {
  override readonly name = 'InUseError';

  constructor(options?: ErrorOptions) {
    super('the database is in use: stop the server first', options);
  }
}

/** Throws InUseError while any process has the file open. Checkpoints the log; false if too damaged for that. */
export function assertUnused(file: string): boolean {
  const connection = new Database(file, { timeout: 0 });
  try {
    connection.pragma('locking_mode = EXCLUSIVE');
    connection.exec('BEGIN EXCLUSIVE; COMMIT');
    connection.pragma('wal_checkpoint(TRUNCATE)');
    return true;
  } catch (error) {
    if (isDamaged(error) || isBroken(error)) return false;
    if (hasCode(error, ['SQLITE_BUSY', 'SQLITE_LOCKED'])) throw new InUseError({ cause: error });
    throw error;
  } finally {
    connection.close();
  }
}
