import { databaseError } from '#db/error';
import type { Log } from '#server/kernel/log';

/** Logs a background failure that will be retried; a database that is away or busy is only a warning. */
export function logFailure(log: Log, error: unknown, message: string, fields: object = {}): void {
  const fault = databaseError(error)?.kind;
  if (fault === 'away' || fault === 'busy' || fault === 'unknown')
    log.warn({ ...fields, fault, reason: String(deepest(error)) }, message);
  else log.error({ ...fields, err: error }, message);
}

/** The driver's error: the errors around it quote the statement. */
function deepest(error: unknown): unknown {
  let found = error;
  while (found instanceof Error && found.cause !== undefined) found = found.cause;
  return found;
}
