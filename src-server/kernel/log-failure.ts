import { databaseError } from '#db/error';
import type { Log } from '#server/kernel/log';

/**
 * Logs what failed beside the requests and is tried again. A database that is away or busy for a while is no bug: it is a
 * warning, without the stack.
 */
export function logFailure(log: Log, error: unknown, message: string, fields: object = {}): void {
  const fault = databaseError(error)?.kind;
  if (fault === 'away' || fault === 'busy' || fault === 'unknown')
    log.warn({ ...fields, fault, reason: String(deepest(error)) }, message);
  else log.error({ ...fields, err: error }, message);
}

/** What the driver said: what is thrown around it names the statement. */
function deepest(error: unknown): unknown {
  let found = error;
  while (found instanceof Error && found.cause !== undefined) found = found.cause;
  return found;
}
