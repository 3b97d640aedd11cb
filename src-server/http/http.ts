import type { HttpBindings } from '@hono/node-server';
import type { Context as HonoContext } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import superjson from 'superjson';
import { databaseError } from '#db/error';
import type { Log } from '#server/kernel/log';
import { REFUSALS } from '#server/kernel/refusals';
import { type RefusalAnswer, toAnswer } from '#server/kernel/to-answer';

export type HttpEnv = {
  Bindings: Partial<HttpBindings>;
  /** `isKnown`: the caller has shown who they are, by session, token or the webhook's token. `isUnsure`: what was asked for may have been done. */
  Variables: {
    requestId: string;
    log: Log;
    body: Uint8Array<ArrayBuffer> | undefined;
    isKnown: boolean | undefined;
    isUnsure: boolean | undefined;
  };
};

export type HttpContext = HonoContext<HttpEnv>;

export const isUnsafe = (method: string): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method);

export const isBelow = (path: string, prefix: string): boolean =>
  path === prefix || path.startsWith(`${prefix}/`);

/** Tells whether the client hung up before the answer. */
export function hasLeftReader(c: HttpContext): () => boolean {
  const { incoming, outgoing } = c.env ?? {};
  if (!incoming?.socket || !outgoing) return () => false;
  const { socket } = incoming;
  return () => socket.destroyed && !outgoing.writableFinished;
}

export const isForPrograms = (path: string): boolean =>
  ['/api', '/trpc', '/dev', '/healthz', '/readyz', '/metrics'].some((prefix) => isBelow(path, prefix));

export const PROBES = ['/healthz', '/readyz', '/metrics'];

/** JSON-RPC codes of tRPC's errors. */
const RPC_REFUSED = -32600;
const RPC_FAILED = -32603;

/** The answer to an error, in tRPC's envelope below /trpc. Bugs are only logged. `listsErrors`: messages as a list. */
export function refusalResponse(c: HttpContext, error: unknown, { listsErrors = false } = {}): Response {
  const answer = toAnswer(error);
  noteUnsure(c, [answer]);
  logIfBug(c.get('log'), answer, error);
  const { status, body, messages = [], retryAfterSeconds } = answer;
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds));
  const plain = listsErrors && messages.length > 1 ? { ...body, error: messages } : body;
  const sent = isBelow(c.req.path, '/trpc') ? { error: superjson.serialize(rpcError(answer)) } : plain;
  return c.json(sent, status as ContentfulStatusCode);
}

export function rpcError({ status, body, retryAfterSeconds }: RefusalAnswer) {
  return {
    message: body.error,
    code: status < 500 ? RPC_REFUSED : RPC_FAILED,
    data: { ...body, httpStatus: status, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
  };
}

export function methodNotAllowed(c: HttpContext, allowed: string[]): Response {
  c.header('Allow', allowed.join(', '));
  return c.json({ error: REFUSALS.METHOD_NOT_ALLOWED.text, code: 'METHOD_NOT_ALLOWED' }, 405);
}

/** Such a request is logged although its status is that of a busy bank: somebody may ask what became of it. */
export function noteUnsure(c: HttpContext, answers: readonly RefusalAnswer[]): void {
  if (answers.some(({ body }) => body.code === 'OUTCOME_UNKNOWN')) c.set('isUnsure', true);
}

/** Logs bugs and damage; the answer does not mention them. */
export function logIfBug(log: Log, answer: RefusalAnswer, error: unknown): void {
  if (databaseError(error)?.kind === 'damaged')
    log.error({ err: error }, 'the database is damaged or cannot be read');
  if (answer.body.code === 'INTERNAL') log.error({ err: error }, 'a request failed');
}
