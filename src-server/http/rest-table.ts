import type { AnyProcedure } from '@trpc/server';
import type { RestAddress, RestMethod, RowOptions } from '#server/access/named';
import { type DeclaredProcedure, declaredProcedures } from '#server/access/trpc';
import { type AppRouter, appRouter } from '#server/router';

type PathsOf<Routes, Prefix extends string = ''> = {
  [Name in keyof Routes & string]: Routes[Name] extends AnyProcedure
    ? `${Prefix}${Name}`
    : PathsOf<Routes[Name], `${Prefix}${Name}.`>;
}[keyof Routes & string];

type Procedures = AppRouter['_def']['procedures'];

export type ProcedurePath = PathsOf<Procedures>;

/** Method, path with `:parameters`, procedure, and the key that wraps the answer (null: none). */
export type RestRow<Procedure extends string = string> = readonly [
  method: RestMethod,
  path: `/api/${string}`,
  procedure: Procedure,
  wrapper: string | null,
  options?: RowOptions,
];

type RowsOf<Routes, Prefix extends string = ''> = {
  [Name in keyof Routes & string]: Routes[Name] extends { rest: infer Rest extends RestAddress }
    ? readonly [
        Rest[0],
        Rest[1],
        `${Prefix}${Name}`,
        Rest extends readonly [unknown, unknown, infer Wrapper extends string, ...unknown[]] ? Wrapper : null,
      ]
    : RowsOf<Routes[Name], `${Prefix}${Name}.`>;
}[keyof Routes & string];

export type KnownRestRow = RowsOf<Procedures>;

/** A path without parameters precedes one whose parameter would match it. */
export function restTable(procedures: readonly DeclaredProcedure[]): RestRow[] {
  const rows = procedures.flatMap(({ path: procedure, rest }): RestRow[] =>
    rest ? [[rest[0], rest[1], procedure, rest[2] ?? null, rest[3]]] : [],
  );
  const parameters = ([, path]: RestRow) => path.split(':').length;
  return rows.sort((one, other) => parameters(one) - parameters(other));
}

/** The REST contract: each row calls the tRPC procedure of its name; no row has logic. */
export const REST_TABLE = restTable(declaredProcedures(appRouter)) as readonly RestRow<ProcedurePath>[];
