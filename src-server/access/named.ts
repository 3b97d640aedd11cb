import type { AnyProcedure } from '@trpc/server';

export type RestMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * `status` of success (200) · `reply`: JSON, a PDF shown in the browser, or a file to keep; for the latter two the procedure
 * answers a `FileAnswer` · `fileTypes`: what the file may be, in OpenAPI · `multipart`: the fields that carry a file, all
 * others are text · `listsErrors`: several messages of a validation are a list.
 */
export type RowOptions = {
  status?: 200 | 201;
  reply?: 'json' | 'pdf' | 'file';
  fileTypes?: readonly [string, ...string[]];
  multipart?: readonly [string, ...string[]];
  listsErrors?: true;
};

/** Method, path with `:parameters`, and the word the answer is wrapped in (none: as it comes). */
export type RestAddress = readonly [
  method: RestMethod,
  path: `/api/${string}`,
  wrapper?: string | null,
  options?: RowOptions,
];

/**
 * Gives a procedure what it does in a line of Portuguese, as /api/docs says it, and the address at which scripts reach it. The
 * address is part of the type, so that the tests' REST client knows it.
 */
export function named<P extends AnyProcedure, const Rest extends RestAddress>(
  title: string,
  rest: Rest,
  procedure: P,
): P & { rest: Rest } {
  const definition = procedure._def as { meta?: unknown };
  definition.meta = { ...(definition.meta as object), title, rest };
  return Object.assign(procedure, { rest });
}
