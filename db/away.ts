/** The host that answered takes no writes: the other of two is the one in charge. */
export class StandbyError extends Error {
  override readonly name = 'StandbyError';
  constructor() {
    super('this PostgreSQL is a standby: it takes no writes');
  }
}

/** Another program could not reach the database, or lost it. */
export class LostByProgramError extends Error {
  override readonly name = 'LostByProgramError';
}

/** A COMMIT that was sent and not answered, or written and not flushed: what it was to make durable may be durable. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError';
}

/** Of the system: refused, cut off, no way there, no such name for now. */
const NETWORK_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];
/** Of PostgreSQL: shutting down, crashed, starting, out of connections, read-only since a failover; 08: the connection. */
const LOST_STATES = /^(57P0[1-3]|53300|25006|08\w{3})$/;
/** Storage, as SQLite, PostgreSQL and the system say it. */
const FULL = ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', '53100', 'ENOSPC', 'EDQUOT'];
const READ_ONLY = ['SQLITE_READONLY', '25006', 'EROFS'];
const BROKEN = ['SQLITE_IOERR', 'SQLITE_CANTOPEN', 'SQLITE_PROTOCOL', '53200', '58030', 'EIO'];
/** No passing fault: what is written is not what was written. */
const DAMAGED = ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'XX001', 'XX002'];
/** Of the driver, which has no codes for them. */
const DRIVER_WORDS =
  /^Connection terminated|^Client has encountered a connection error|^Client was closed|^timeout expired$/;
const SILENCE = 'Query read timeout';

type CodedError = Error & { code?: unknown };

/** Whether the connection to the database could not be had, or was lost: another one may be had at once. */
export const isLost = (error: unknown): boolean =>
  someCause(error, (cause) => {
    const code = String(cause.code ?? '');
    return (
      cause instanceof StandbyError ||
      cause instanceof LostByProgramError ||
      NETWORK_CODES.includes(code) ||
      LOST_STATES.test(code) ||
      DRIVER_WORDS.test(cause.message) ||
      (cause instanceof AggregateError && cause.errors.some(isLost))
    );
  });

/** How PostgreSQL's programs complain of a server that is not there, shuts down, starts or has no place; of nothing that stays so. */
const LOST_IN_PROGRAM = [
  'server closed the connection',
  'terminating connection',
  'Connection refused',
  'Connection reset',
  'Connection timed out',
  'timeout expired',
  'No route to host',
  'the database system is starting',
  'the database system is shutting',
  'too many clients',
];

/** What a program that ended badly has complained of, as LostByProgramError where it is that; else the same error. */
export function ofProgram(error: unknown): unknown {
  if (!(error instanceof Error && 'stderr' in error)) return error;
  const complaint = String(error.stderr);
  return LOST_IN_PROGRAM.some((words) => complaint.includes(words))
    ? new LostByProgramError(complaint, { cause: error })
    : error;
}

/** Whether a statement had no answer for so long that its connection leads nowhere. */
export const isSilent = (error: unknown): boolean => someCause(error, ({ message }) => message === SILENCE);

/** Whether there is no room left where something was to be written. */
export const isFull = (error: unknown): boolean => hasCode(error, FULL);

/** Whether something was to be written where only reading is possible. */
export const isReadOnly = (error: unknown): boolean => hasCode(error, READ_ONLY);

/** Whether storage failed for another reason than these two. */
export const isBroken = (error: unknown): boolean => hasCode(error, BROKEN);

/** A COMMIT of SQLite's; one whose flush fails is undone here, and yet may be played back from the log after a crash. */
export const committing = (commit: () => void) => (): void => {
  try {
    commit();
  } catch (cause) {
    if (!hasCode(cause, ['SQLITE_IOERR_FSYNC'])) throw cause;
    throw new UnknownOutcomeError('COMMIT was written and not flushed: it may have been made', { cause });
  }
};

/** Whether the database's files do not hold what was written to them. */
export const isDamaged = (error: unknown): boolean => hasCode(error, DAMAGED);

/** Whether the database cannot do now what it usually does: lost, silent, or its storage full, read-only or broken. */
export const isAway = (error: unknown): boolean =>
  isLost(error) || isSilent(error) || isFull(error) || isReadOnly(error) || isBroken(error);

/** SQLite's codes have endings: SQLITE_IOERR_FSYNC. */
export const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  someCause(error, ({ code }) =>
    codes.some((one) => code === one || (one.startsWith('SQLITE') && String(code).startsWith(`${one}_`))),
  );

function someCause(error: unknown, matches: (cause: CodedError) => boolean): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (matches(cause)) return true;
  return false;
}
