export const NO_ANSWER = 'O ValeBank não respondeu. Verifique sua conexão e tente de novo.';

export type ServerError = {
  /** One message, or several (credit proposals). */
  error?: string | string[];
  code?: string;
  /** Field → message; only for validation errors. */
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  httpStatus?: number;
  /** What a payment must be confirmed with. */
  confirmationId?: string;
};

/** From tRPC (`data`) or REST (`body`); null if the call got no answer. */
export function serverErrorOf(error: unknown): ServerError | null {
  if (!(error instanceof Error)) return null;
  if ('data' in error && isRecord(error.data)) return error.data;
  if ('body' in error && isRecord(error.body)) return error.body;
  return null;
}

export function httpStatusOf(error: unknown): number | null {
  if (error instanceof Error && 'status' in error && typeof error.status === 'number') return error.status;
  return serverErrorOf(error)?.httpStatus ?? null;
}

/** What the user was asked to do before it reached the screen. */
const ASKED = ['REAUTHENTICATE', 'CONFIRMATION_REQUIRED'];

/** Null if the user cancelled a reauthentication or the confirmation of a payment: that needs no message. */
export function unlessCancelled<Failure>(error: Failure): Failure | null {
  return ASKED.includes(serverErrorOf(error)?.code ?? '') ? null : error;
}

/** Several messages are joined with commas. */
export function messageOf(error: unknown, fallback: string): string {
  const said = serverErrorOf(error)?.error;
  const text = Array.isArray(said) ? said.join(', ') : said;
  return text || fallback;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
