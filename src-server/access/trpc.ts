import { type AnyRouter, initTRPC, type TRPCProcedureType } from '@trpc/server';
import superjson from 'superjson';
import { z } from 'zod';
import { plainInput } from '#domain/plain-input';
import { validationMessage } from '#domain/validation';
import { ACCESS_LEVELS, type Access, type Meta, withAccess } from '#server/access/access-rule';
import type { RestAddress } from '#server/access/named';
import type { FreshProof } from '#server/access/proof';
import type { Context, SessionContext, SignedInContext } from '#server/kernel/context';
import { toAnswer } from '#server/kernel/to-answer';

// Default validation messages in Portuguese, over both transports.
z.config({ customError: validationMessage });

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    transformer: { input: plainInput, output: superjson },
    isDev: false,
    errorFormatter({ shape, error }) {
      const { status, body, retryAfterSeconds } = toAnswer(error);
      const data = {
        ...body,
        httpStatus: status,
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      };
      return { code: shape.code, message: body.error, data };
    },
  });

export const router = t.router;
export const mergeRouters = t.mergeRouters;
export const createCallerFactory = t.createCallerFactory;

type Middleware = Parameters<typeof t.middleware>[0];

/** The only middleware beside input and output. It gives procedures their types; requests meet the same rule in `directCalls`. */
const accessMiddleware = <Ctx extends Context>(call: Parameters<Middleware>[0]) =>
  withAccess(call, (ctx) => call.next<Ctx>(ctx === call.ctx ? {} : { ctx: ctx as Ctx }));

export const isAccessMiddleware = (middleware: unknown): boolean => middleware === accessMiddleware;

type ContextOf<Declared extends Meta> = Declared extends { access: 'public' }
  ? Context
  : Declared extends { sessionOnly: true }
    ? SessionContext
    : SignedInContext;

/** `meta` may be completed by the procedure; the access rule reads it on each call. */
const procedureFor = <const Declared extends Meta & { access: Access }>(meta: Declared) =>
  t.procedure.meta(meta).use(accessMiddleware<ContextOf<Declared>>);

export const publicProcedure = procedureFor({ access: 'public' });

export const signedInProcedure = procedureFor({ access: 'signedIn' });
export const sessionProcedure = procedureFor({ access: 'signedIn', sessionOnly: true });
/** For actions that could take an account from its owner: needs password and second factor from the last 10 minutes. */
export const freshProcedure = sessionProcedure.meta({ freshProof: 'whole' });

export const customerProcedure = procedureFor({ access: 'customer' });
/** Moves the customer's money: open to tokens that may. */
export const customerMoneyProcedure = customerProcedure.meta({ moves: true });
export const customerInPersonProcedure = procedureFor({ access: 'customer', sessionOnly: true });

export const adminProcedure = procedureFor({ access: 'admin' });
export const adminMoneyProcedure = adminProcedure.meta({ moves: true });
export const adminFreshProcedure = procedureFor({ access: 'admin', sessionOnly: true, freshProof: 'whole' });

export type DeclaredProcedure = {
  path: string;
  type: TRPCProcedureType;
  access: Access;
  moves: boolean;
  anyToken: boolean;
  sessionOnly: boolean;
  withoutTwoFactor: boolean;
  freshProof: FreshProof | null;
  reads: 'replica' | null;
  title: string;
  rest: RestAddress | null;
  inputs: z.ZodType[];
  output: z.ZodType | null;
};

type Definition = {
  type: DeclaredProcedure['type'];
  meta?: Meta;
  inputs?: unknown[];
  output?: unknown;
};

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;

/** Every procedure of a router. Throws when one declares no access, or a fresh proof without `sessionOnly`. */
export function declaredProcedures(of: AnyRouter): DeclaredProcedure[] {
  const entries = Object.entries(of._def.procedures as Record<string, { _def: Definition }>);
  const undeclared = entries.filter(
    ([, { _def }]) => !ACCESS_LEVELS.some((level) => level === _def.meta?.access),
  );
  if (undeclared.length > 0) {
    const paths = undeclared.map(([path]) => path).join(', ');
    throw new Error(`no declared access: ${paths}; build them on a procedure of src-server/access/trpc.ts`);
  }
  const changing = entries.filter(([, { _def }]) => _def.meta?.reads && _def.type !== 'query');
  if (changing.length > 0)
    throw new Error(`only a query reads from a replica: ${changing.map(([path]) => path).join(', ')}`);
  const withoutSession = entries.filter(([, { _def }]) => _def.meta?.freshProof && !_def.meta.sessionOnly);
  if (withoutSession.length > 0)
    throw new Error(
      `fresh proof without a session: ${withoutSession.map(([path]) => path).join(', ')}; build them on a procedure that needs a session`,
    );
  return entries.map(([path, { _def }]) => ({
    path,
    type: _def.type,
    access: _def.meta?.access ?? 'admin',
    moves: _def.meta?.moves === true,
    anyToken: _def.meta?.anyToken === true,
    sessionOnly: _def.meta?.sessionOnly === true,
    withoutTwoFactor: _def.meta?.withoutTwoFactor === true,
    freshProof: _def.meta?.freshProof ?? null,
    reads: _def.meta?.reads ?? null,
    title: _def.meta?.title ?? path,
    rest: _def.meta?.rest ?? null,
    inputs: (_def.inputs ?? []).filter(isSchema),
    output: isSchema(_def.output) ? _def.output : null,
  }));
}
