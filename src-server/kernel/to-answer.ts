import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { databaseError } from '#db/error';
import { Refusal, type RefusalCode } from '#domain/refusal';
import { REFUSALS } from './refusals.ts';

/** INTERNAL: a bug or a failing machine. */
export type AnswerCode = RefusalCode | 'INTERNAL';

export type RefusalAnswer = {
  status: number;
  body: { error: string; code: AnswerCode; fields?: Record<string, string> };
  messages?: string[];
  retryAfterSeconds?: number;
};

const INTERNAL: RefusalAnswer = {
  status: 500,
  body: { error: 'Erro interno. Tente novamente em instantes.', code: 'INTERNAL' },
};

/** Default Retry-After for overload. */
const DEFAULT_RETRY_SECONDS = 1;

/** Errors that tRPC raises before any procedure runs. */
const TRPC_CODES: Partial<Record<TRPCError['code'], RefusalCode>> = {
  PARSE_ERROR: 'MALFORMED_BODY',
  BAD_REQUEST: 'MALFORMED_BODY',
  UNAUTHORIZED: 'UNAUTHENTICATED',
  FORBIDDEN: 'FORBIDDEN',
  NOT_FOUND: 'ROUTE_NOT_FOUND',
  METHOD_NOT_SUPPORTED: 'METHOD_NOT_ALLOWED',
  PAYLOAD_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
};

/** Maps anything thrown to its answer. Unknown errors become INTERNAL without detail; the caller logs them. */
export function toAnswer(error: unknown): RefusalAnswer {
  if (error instanceof Refusal) return refusalAnswer(error);
  if (error instanceof z.ZodError) return validationAnswer(error);
  const failure = databaseError(error)?.kind;
  if (failure === 'busy') return refusalAnswer(new Refusal('BUSY'));
  if (failure === 'unknown') return refusalAnswer(new Refusal('OUTCOME_UNKNOWN', { retryAfterSeconds: 2 }));
  if (failure === 'away' || failure === 'damaged')
    return refusalAnswer(new Refusal('UNAVAILABLE', { retryAfterSeconds: 2 }));
  if (!(error instanceof TRPCError)) return INTERNAL;
  const { cause, code } = error;
  if (cause instanceof Refusal) return toAnswer(cause);
  // A failed output check is INTERNAL_SERVER_ERROR with a ZodError: a bug of ours.
  if (cause instanceof z.ZodError && code === 'BAD_REQUEST') return validationAnswer(cause);
  const known = TRPC_CODES[code];
  return known ? refusalAnswer(new Refusal(known)) : INTERNAL;
}

function refusalAnswer({ code, details }: Refusal): RefusalAnswer {
  const { status, text } = REFUSALS[code];
  const waits = status === 429 || status === 503;
  return {
    status,
    body: {
      error: details.text ?? text,
      code,
      ...(details.fields && { fields: answerable(details.fields) }),
      ...(details.confirmationId && { confirmationId: details.confirmationId }),
    },
    ...(waits && {
      retryAfterSeconds: Math.max(1, Math.ceil(details.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS)),
    }),
  };
}

/** First message of each field (nested fields with dots), and all distinct ones joined. */
function validationAnswer(error: z.ZodError): RefusalAnswer {
  const fields = new Map<string, string>();
  const messages = new Set<string>();
  for (const { path, message } of error.issues) {
    const name = path.map(String).join('.');
    if (name === '') messages.add(message);
    else if (!fields.has(name)) fields.set(name, message);
  }
  for (const message of fields.values()) messages.add(message);
  return {
    status: REFUSALS.VALIDATION.status,
    body: {
      error: [...messages].join(', ') || REFUSALS.VALIDATION.text,
      code: 'VALIDATION',
      fields: answerable(Object.fromEntries(fields)),
    },
    messages: [...messages],
  };
}

/** Names that superjson refuses to write, which would turn the answer into a failure. */
const UNANSWERABLE = ['__proto__', 'constructor', 'prototype'];

const answerable = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !UNANSWERABLE.includes(name)));
