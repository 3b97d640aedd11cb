/** What the bank says when it refuses, as both transports carry it. */
export type ServerError = {
  /** A message, or several (credit proposals). */
  error?: string | string[];
  code?: string;
  /** Field name → message; only for validation. */
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  httpStatus?: number;
};

/** The refusal inside a failed call, over tRPC (`data`) or REST (`body`); null when the call never got an answer. */
export function serverErrorOf(error: unknown): ServerError | null {
  if (!(error instanceof Error)) return null;
  if ('data' in error && isRecord(error.data)) return error.data;
  if ('body' in error && isRecord(error.body)) return error.body;
  return null;
}

/** The status of the answer, or null when there was none. */
export function httpStatusOf(error: unknown): number | null {
  if (error instanceof Error && 'status' in error && typeof error.status === 'number') return error.status;
  return serverErrorOf(error)?.httpStatus ?? null;
}

/** The failure, if there is something to tell: who was asked to prove who they are, and went back, knows. */
export function worthTelling<Failure>(error: Failure): Failure | null {
  return serverErrorOf(error)?.code === 'REAUTHENTICATE' ? null : error;
}

/** The words for a person: the server's own (several joined with commas), else the fallback of section 8. */
export function messageOf(error: unknown, fallback: string): string {
  const said = serverErrorOf(error)?.error;
  const text = Array.isArray(said) ? said.join(', ') : said;
  return text || fallback;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
