import fc from 'fast-check';
import type { DeclaredProcedure } from '#server/access/trpc';
import { usesWritten } from '#server/auth/note-use';
import { createApp } from '#server/http/app';
import { REST_TABLE } from '#server/http/rest-table';
import type { TestBank } from '../test-bank.ts';
import { asText, waysOf } from '../ways.ts';
import { hostile } from './inputs.ts';

export type Sent = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | FormData;
};

type Kind = 'plain' | 'meta' | 'garbage' | 'batch' | 'form';

/** Mostly plain; also with superjson metadata, truncated, or as a form. */
export const wrappings = fc.record({
  way: fc.nat({ max: 7 }),
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constant<Kind>('plain') },
    { weight: 1, arbitrary: fc.constantFrom<Kind>('meta', 'garbage', 'batch') },
    { weight: 2, arbitrary: fc.constant<Kind>('form') },
  ),
  key: fc.option(fc.string({ maxLength: 300 }), { freq: 8 }),
  extra: hostile,
  bytes: fc.uint8Array({ maxLength: 2_000 }),
});
export type Wrapping = typeof wrappings extends fc.Arbitrary<infer T> ? T : never;

const METAS = [
  { values: { a: [['typed-array', 'Uint8Array']] } },
  { values: { '__proto__.x': ['Date'] } },
  { values: ['map'], referentialEqualities: { a: ['b'] } },
];
const HUGE = { a: { length: 100_000_000 } };

export async function requestOf(
  { path, type }: DeclaredProcedure,
  input: unknown,
  headers: Record<string, string>,
  wrapping: Wrapping,
): Promise<Sent> {
  const { way, kind, key, extra, bytes } = wrapping;
  const ways = waysOf({ path, type });
  const chosen = ways[way % ways.length];
  const isTrpc = chosen === ways[0];
  const allHeaders = { ...headers, ...(key !== null && { 'idempotency-key': asHeader(key) }) };
  const rows = REST_TABLE.filter(([, , procedure, , options]) => procedure === path && options?.multipart);
  if (kind === 'form' && rows[0])
    return formRequest(rows[0][1], rows[0][4]?.multipart ?? [], input, bytes, headers);
  if (isTrpc && kind !== 'plain' && kind !== 'form')
    return trpcRequest({ path, type }, wrapping, input, allHeaders);
  let sent: Sent | null = null;
  const keep = async (
    method: string,
    address: string,
    body?: unknown,
    given: Record<string, string> = {},
  ) => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    sent = { method, path: address, headers: given, ...(text !== undefined && { body: text }) };
    return { status: 0, headers: new Headers(), body: {}, text: '' };
  };
  await chosen?.send(keep, allHeaders, objectOr(input, isTrpc));
  if (!sent) throw new Error(`${path}: no request was built`);
  const { method } = sent as Sent;
  return kind === 'garbage' && method !== 'GET'
    ? { ...(sent as Sent), body: `{"a":${JSON.stringify(extra)}` }
    : sent;
}

/** REST sends an object's fields, tRPC anything. */
const objectOr = (input: unknown, isTrpc: boolean): object =>
  isTrpc || (typeof input === 'object' && input !== null) ? (input as object) : { value: input };

function trpcRequest(
  { path, type }: Pick<DeclaredProcedure, 'path' | 'type'>,
  { kind, way, extra }: Wrapping,
  input: unknown,
  headers: Record<string, string>,
): Sent {
  const bodies: Record<Kind, string> = {
    plain: '',
    form: '',
    meta: JSON.stringify({ json: HUGE, meta: METAS[way % METAS.length] }),
    garbage: `{"json":${JSON.stringify(extra)}`,
    batch: JSON.stringify({ 0: { json: input }, 1: { json: extra } }),
  };
  const body = bodies[kind];
  const address = kind === 'batch' ? `/trpc/${path},${path}?batch=1` : `/trpc/${path}`;
  if (type !== 'query') return { method: 'POST', path: address, headers, body };
  const mark = address.includes('?') ? '&' : '?';
  return {
    method: 'GET',
    path: `${address}${mark}input=${encodeURIComponent(asText(body))}`,
    headers,
  };
}

function formRequest(
  route: string,
  files: readonly string[],
  input: unknown,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Sent {
  const body = new FormData();
  const fields = Object.entries(objectOr(input, false));
  for (const [name, value] of fields) body.append(name, asText(value));
  const start = bytes.length % 2 === 0 ? '%PDF-1.7\n' : '\u0089PNG\r\n';
  for (const name of files)
    body.append(name, new File([start, bytes, '%%EOF'], `${fields.length}\u0000/../a.pdf`));
  const { id } = objectOr(input, false) as { id?: unknown };
  const path = route.replace(/:\w+/g, encodeURIComponent(asText(id)));
  return { method: 'POST', path, headers, body };
}

/** Printable ASCII of a text. */
const asHeader = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').trim();

export function sender(bank: TestBank) {
  const app = createApp(bank, { clientFolder: 'no-such-folder' });
  return async ({ method, path, headers, body }: Sent): Promise<{ status: number; text: string }> => {
    const isText = typeof body === 'string';
    const answer = await app.request(path, {
      method,
      headers: { ...(isText && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    await usesWritten();
    return { status: answer.status, text };
  };
}
