import type { DeclaredProcedure } from '#server/access/trpc';
import { REST_TABLE } from '#server/http/rest-table';
import type { caller, Reply } from './http-caller.ts';

export type Call = ReturnType<typeof caller>;

export type Way = {
  name: string;
  send: (call: Call, headers: Record<string, string>, input: object) => Promise<Reply>;
};

export function waysOf({ path, type }: Pick<DeclaredProcedure, 'path' | 'type'>): Way[] {
  const overTrpc: Way = {
    name: `/trpc/${path}`,
    send: (call, headers, input) =>
      type === 'query'
        ? call(
            'GET',
            `/trpc/${path}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`,
            undefined,
            headers,
          )
        : call('POST', `/trpc/${path}`, { json: input }, headers),
  };
  const rows = REST_TABLE.filter(([, , procedure]) => procedure === path);
  return [
    overTrpc,
    ...rows.map(
      ([method, route]): Way => ({
        name: `${method} ${route}`,
        send: (call, headers, input) => {
          const given = { ...input } as Record<string, unknown>;
          const filled = route.replace(/:(\w+)/g, (_, name: string) => {
            const value = asText(given[name]);
            delete given[name];
            return encodeURIComponent(value);
          });
          if (method !== 'GET' && method !== 'DELETE') return call(method, filled, given, headers);
          const query = new URLSearchParams(
            Object.entries(given).map(([name, value]): [string, string] => [name, asText(value)]),
          );
          return call(method, `${filled}?${query}`, undefined, headers);
        },
      }),
    ),
  ];
}

/** Text for a URL, without lone surrogates. */
export const asText = (value: unknown): string =>
  (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)).replace(
    /\p{Cs}/gu,
    '\ufffd',
  );
