import { type AnyRouter, getTRPCErrorFromUnknown, TRPCError, type TRPCProcedureType } from '@trpc/server';
import { z } from 'zod';
import { type Call, type Meta, withAccess } from '#server/access/access-rule';
import { isAccessMiddleware } from '#server/access/trpc';
import type { Context } from '#server/kernel/context';

/** Calls a procedure as tRPC would, with the same refusals and errors, but without copies of the context for each middleware. */
export type DirectCall = (call: Pick<Call, 'signal' | 'getRawInput'> & { ctx: Context }) => Promise<unknown>;

type Resolve = (options: {
  ctx: Context;
  input: unknown;
  signal: AbortSignal | undefined;
  path: string;
  batchIndex: number;
}) => unknown;

/** What tRPC's builder keeps of a procedure. */
type Parts = {
  type: TRPCProcedureType;
  meta?: Meta;
  inputs: readonly unknown[];
  output?: unknown;
  middlewares: readonly { _type?: string }[];
  resolver: Resolve;
};

/** All procedures of a router by path. Throws for one with a middleware that a direct call would leave out. */
export function directCalls(router: AnyRouter): ReadonlyMap<string, DirectCall> {
  const procedures = Object.entries(router._def.procedures as Record<string, { _def: Parts }>);
  return new Map(procedures.map(([path, { _def }]) => [path, directCall(path, _def)]));
}

/** The same router for tRPC's HTTP handler: it calls what REST calls. */
export function directRouter<Router extends AnyRouter>(
  router: Router,
  calls: ReadonlyMap<string, DirectCall>,
): Router {
  const known = router._def.procedures as Record<string, { _def: unknown }>;
  const procedures = [...calls].map(([path, call]) => [
    path,
    Object.assign((options: Parameters<DirectCall>[0]) => call(options), { _def: known[path]?._def }),
  ]);
  return {
    ...router,
    _def: { ...router._def, procedures: Object.assign(Object.create(null), Object.fromEntries(procedures)) },
  };
}

function directCall(path: string, parts: Parts): DirectCall {
  const { type, meta, inputs, output, resolver } = parts;
  requireKnownParts(path, parts);
  const parseInput = inputs.map(parserOf);
  const parseOutput = output === undefined ? null : parserOf(output);
  const work = async (ctx: Context, { signal, getRawInput }: Call): Promise<unknown> => {
    const input = parseInput.length === 0 ? undefined : await parsedBy(parseInput, await getRawInput());
    const answer = await resolver({ ctx, input, signal, path, batchIndex: 0 });
    return parseOutput ? parseOutput(answer).catch(refuseOutput) : answer;
  };
  return async ({ ctx, signal, getRawInput }) => {
    const call = { ctx, meta, type, signal, getRawInput };
    try {
      const { data } = await withAccess(call, async (current) => ({
        ok: true,
        data: await work(current, call),
      }));
      return data;
    } catch (error) {
      throw getTRPCErrorFromUnknown(error);
    }
  };
}

function requireKnownParts(path: string, { inputs, output, middlewares, resolver }: Parts): void {
  const [first, ...others] = middlewares;
  const expected = [...inputs.map(() => 'input'), ...(output === undefined ? [] : ['output']), undefined];
  const isKnown =
    others.length === expected.length && others.every(({ _type }, at) => _type === expected[at]);
  if (!isAccessMiddleware(first) || !isKnown || typeof resolver !== 'function')
    throw new Error(
      `${path}: only access, input and output are called directly; build it on a procedure of src-server/access/trpc.ts without another middleware`,
    );
}

type Parse = (value: unknown) => Promise<unknown>;

function parserOf(schema: unknown): Parse {
  if (!(schema instanceof z.ZodType)) throw new Error('inputs and outputs are schemas of Zod');
  // Zod compiles what is parsed without waiting; no schema of ours waits.
  return async (value) => schema.parse(value);
}

/** The fields of all schemas, as tRPC merges them. */
async function parsedBy(parsers: readonly Parse[], raw: unknown): Promise<unknown> {
  let input: unknown;
  for (const parse of parsers) {
    const parsed = await parse(raw).catch(refuseInput);
    input = isRecord(input) && isRecord(parsed) ? { ...input, ...parsed } : parsed;
  }
  return input;
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function refuseInput(cause: unknown): never {
  throw new TRPCError({ code: 'BAD_REQUEST', cause });
}

/** A bug of ours: answered without detail. */
function refuseOutput(cause: unknown): never {
  throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'Output validation failed', cause });
}
