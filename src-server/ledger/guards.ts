import { databaseError } from '#db/error';

/** Whether the database's guard refused an entry because its account would fall below its floor. */
export function isBelowFloor(error: unknown): boolean {
  const refused = databaseError(error);
  return refused?.kind === 'guard' && refused.message === 'ledger.floor';
}

/** Whether the unique index refused a second reversal of one transaction. */
export function isReversedTwice(error: unknown): boolean {
  const refused = databaseError(error);
  return refused?.kind === 'unique' && refused.columns.includes('reverses_id');
}
