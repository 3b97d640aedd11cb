/** The host is a standby: another one takes writes. */
export class StandbyError extends Error {
  override readonly name = 'StandbyError';
  constructor() {
    super('this PostgreSQL is a standby: it takes no writes');
  }
}

/** pg_dump or pg_restore lost its connection. */
export class LostByProgramError extends Error {
  override readonly name = 'LostByProgramError';
}

/** A COMMIT without answer, or not flushed: it may be durable. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError';
}

/** Codes of the operating system: refused, cut off, unreachable, name not resolved for now. */
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
/** Shutting down, crashed, starting, out of connections, read-only after a failover; class 08: connection. */
const LOST_STATES = /^(57P0[1-3]|53300|25006|08\w{3})$/;
const FULL = ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', '53100', 'ENOSPC', 'EDQUOT'];
const READ_ONLY = ['SQLITE_READONLY', '25006', 'EROFS'];
const BROKEN = ['SQLITE_IOERR', 'SQLITE_CANTOPEN', 'SQLITE_PROTOCOL', '53200', '58030', 'EIO'];
/** Permanent: the stored data is wrong. */
const DAMAGED = ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'XX001', 'XX002'];
/** The driver has no codes for these. */
const DRIVER_WORDS =
  /^Connection terminated|^Client has encountered a connection error|^Client was closed|^timeout expired$/;
const SILENCE = 'Query read timeout';

type CodedError = Error & { code?: unknown };

/** A statement sent along with one that failed: its error says nothing. */
export const isAfterFailure = (error: unknown): boolean =>
  someCause(error, (cause) => String(cause.code ?? '') === '25P02');

/** No connection, or a lost one; connecting again may succeed at once. */
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

/** Temporary errors of pg_dump and the like, which have texts only. */
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

/** LostByProgramError if the error's stderr names a lost connection; otherwise the error itself. */
export function asProgramLoss(error: unknown): unknown {
  if (!(error instanceof Error && 'stderr' in error)) return error;
  const complaint = String(error.stderr);
  return LOST_IN_PROGRAM.some((words) => complaint.includes(words))
    ? new LostByProgramError(complaint, { cause: error })
    : error;
}

/** A statement unanswered for so long that its connection is dead. */
export const isSilent = (error: unknown): boolean => someCause(error, ({ message }) => message === SILENCE);

export const isFull = (error: unknown): boolean => hasCode(error, FULL);

export const isReadOnly = (error: unknown): boolean => hasCode(error, READ_ONLY);

export const isBroken = (error: unknown): boolean => hasCode(error, BROKEN);

/** SQLite's COMMIT: after a failed flush it is rolled back, yet may be replayed from the log after a crash. */
export const committing = (commit: () => void) => (): void => {
  try {
    commit();
  } catch (cause) {
    if (!hasCode(cause, ['SQLITE_IOERR_FSYNC'])) throw cause;
    throw new UnknownOutcomeError('COMMIT was written but not flushed: its rows may be kept', { cause });
  }
};

export const isDamaged = (error: unknown): boolean => hasCode(error, DAMAGED);

export const isAway = (error: unknown): boolean =>
  isLost(error) || isSilent(error) || isFull(error) || isReadOnly(error) || isBroken(error);

/** SQLite's codes match by prefix: SQLITE_IOERR_FSYNC is a SQLITE_IOERR. */
export const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  someCause(error, ({ code }) =>
    codes.some((one) => code === one || (one.startsWith('SQLITE') && String(code).startsWith(`${one}_`))),
  );

function someCause(error: unknown, matches: (cause: CodedError) => boolean): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (matches(cause)) return true;
  return false;
}
