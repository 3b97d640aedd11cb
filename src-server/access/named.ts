import type { AnyProcedure } from '@trpc/server';
import { z } from 'zod';

export type RestMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type RowOptions = {
  status?: 200 | 201;
  reply?: 'json' | 'pdf' | 'file';
  fileTypes?: readonly [string, ...string[]];
  multipart?: readonly [string, ...string[]];
  listsErrors?: true;
};

export type RestAddress = readonly [
  method: RestMethod,
  path: `/api/${string}`,
  wrapper?: string | null,
  options?: RowOptions,
];

/** Gives a procedure its Portuguese title and its REST address; the address is part of the type, for typed clients. */
export function named<P extends AnyProcedure, const Rest extends RestAddress>(
  title: string,
  rest: Rest,
  procedure: P,
): P & { rest: Rest } {
  const definition = procedure._def as { meta?: unknown; inputs?: readonly unknown[] };
  const inputs = (definition.inputs ?? []).filter((one) => one instanceof z.ZodType);
  definition.meta = { ...(definition.meta as object), title, rest, inputs };
  return Object.assign(procedure, { rest });
}

/** Answer of a procedure that returns no data. */
export const doneSchema = z.object({ success: z.literal(true) });

/** A resolver that only calls its use case. */
export const calls =
  <Ctx, Input, Answer>(useCase: (ctx: Ctx, input: Input, signal?: AbortSignal) => Answer) =>
  ({ ctx, input, signal }: { ctx: Ctx; input: Input; signal?: AbortSignal | undefined }): Answer =>
    useCase(ctx, input, signal);
