import type { inferRouterInputs } from '@trpc/server';
import type { KnownRestRow } from '#server/http/rest-table';
import type { AppRouter } from '#server/router';
import { caller, type Reply } from './http-caller.ts';
import type { AnswerOf, At } from './rest-answer.ts';
import type { TestBank } from './test-bank.ts';

type Method = KnownRestRow[0];
type PathOf<M extends Method> = Extract<KnownRestRow, readonly [M, ...unknown[]]>[1];
type RowAt<M extends Method, P> = Extract<KnownRestRow, readonly [M, P, ...unknown[]]>;

type Input<Row extends KnownRestRow> = At<inferRouterInputs<AppRouter>, Row[2]>;
/** Typed body; refused requests have only `status`, `code` and `text`. */
export type RestReply<Body> = Omit<Reply, 'body'> & { body: Body; code: string | undefined };

/** Path parameters and idempotency key come from `input`. Use `caller` for files. */
export function restClient(bank: TestBank) {
  const call = caller(bank);
  return async <M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    input?: Input<RowAt<M, P>>,
    headers: Record<string, string> = {},
  ): Promise<RestReply<AnswerOf<RowAt<M, P>>>> => {
    const { address, body, key } = requestOf(method, path, { ...(input as Record<string, unknown>) });
    const reply = await call(method, address, body, { ...(key && { 'idempotency-key': key }), ...headers });
    const code = reply.status < 400 ? undefined : String(reply.body.code);
    return { ...reply, code, body: reply.body as AnswerOf<RowAt<M, P>> };
  };
}

export type RestClient = ReturnType<typeof restClient>;

function requestOf(method: Method, path: string, input: Record<string, unknown>) {
  const { idempotencyKey, ...rest } = input;
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const key = idempotencyKey === undefined ? '' : String(idempotencyKey);
  if (method !== 'GET') return { address: filled, body: rest, key };
  const query = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] as [string, string]],
  );
  return {
    address: query.length > 0 ? `${filled}?${new URLSearchParams(query)}` : filled,
    body: undefined,
    key,
  };
}
