import { type AnyRouter, initTRPC } from '@trpc/server';
import superjson from 'superjson';
import { z } from 'zod';
import type { Role } from '#domain/auth/role';
import { plainInput } from '#domain/plain-input';
import { refuse } from '#domain/refusal';
import { validationMessage } from '#domain/validation';
import { accessAfterWait, type Line, lineOf, nameOfCaller } from '#server/access/caller-line';
import { type FreshProof, requireFreshProof } from '#server/access/fresh-proof';
import { refuseUnknown } from '#server/access/known-fields';
import type { RestAddress } from '#server/access/named';
import { refuseNul } from '#server/access/printable-input';
import { lacksRequiredTwoFactor } from '#server/access/required-two-factor';
import { inCallerPlace } from '#server/kernel/caller-places';
import type { Context } from '#server/kernel/context';
import { toAnswer } from '#server/kernel/refusals';
import { requireRows, spendRows } from '#server/kernel/row-budget';

export const ACCESS_LEVELS = ['public', 'signedIn', 'customer', 'admin'] as const;
export type Access = (typeof ACCESS_LEVELS)[number];

/**
 * `moves`: open to tokens that may move money. `withoutTwoFactor`: open to administrators who must still turn it on.
 */
type Meta = {
  access?: Access;
  moves?: true;
  sessionOnly?: true;
  withoutTwoFactor?: true;
  freshProof?: FreshProof;
  line?: Line;
  title?: string;
  rest?: RestAddress;
  /** Set by `named`. */
  inputs?: readonly z.ZodType[];
};

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

/**
 * Calls of one caller begin in separate turns of the event loop, few run at a time, and its queries read a limited number
 * of rows.
 */
const ownTurn = t.middleware(({ ctx, meta, signal, type, next }) => {
  const who = nameOfCaller(ctx);
  return inCallerPlace(lineOf(ctx, meta?.line), signal, async (hasWaited) => {
    if (type === 'query') requireRows(who);
    const answer = await next({ ctx: hasWaited ? await accessAfterWait(ctx) : {} });
    if (type === 'query' && answer.ok) spendRows(who, answer.data);
    return answer;
  });
});

/** Requests with a bearer token: the token must be valid and the procedure open to it. */
const tokenRule = t.middleware(({ ctx, meta, type, next }) => {
  const { request, token } = ctx;
  if (request.bearerToken !== null && !token)
    refuse('UNAUTHENTICATED', { text: 'Token de acesso inválido, vencido ou revogado' });
  if (token && !isOpenToTokens({ ...meta, type }, token)) refuse('TOKEN_NOT_ALLOWED');
  return next();
});

export function isOpenToTokens(
  { type, moves, sessionOnly }: { type: DeclaredProcedure['type']; moves?: boolean; sessionOnly?: boolean },
  { mayMoveMoney }: { mayMoveMoney: boolean },
): boolean {
  if (sessionOnly) return false;
  return type === 'query' || (type === 'mutation' && mayMoveMoney && Boolean(moves));
}

const isFor = (access: Access | undefined, role: Role | undefined): boolean =>
  access === 'public' ||
  (role !== undefined && (access === 'signedIn' || access === (role === 'admin' ? 'admin' : 'customer')));

const answersFile = (meta: Meta | undefined): boolean => (meta?.rest?.[3]?.reply ?? 'json') !== 'json';

/** Runs on every input before its schema; skipped for callers who lack access. */
const printableRule = t.middleware(async ({ ctx, meta, getRawInput, next }) => {
  if (isFor(meta?.access, ctx.user?.role)) refuseNul(await getRawInput());
  return next();
});

/** Filters only: what is sent in a body with a field too many is still what its sender meant. */
const knownFieldsRule = t.middleware(async ({ ctx, meta, getRawInput, next }) => {
  if (meta?.rest?.[0] === 'GET' && meta.inputs && isFor(meta.access, ctx.user?.role))
    refuseUnknown(await getRawInput(), meta.inputs);
  return next();
});

export const publicProcedure = t.procedure
  .meta({ access: 'public' })
  .use(ownTurn)
  .use(tokenRule)
  .use(printableRule)
  .use(knownFieldsRule);

export const signedInProcedure = publicProcedure
  .meta({ access: 'signedIn' })
  .use(async ({ ctx, meta, next }) => {
    const { user } = ctx;
    if (!user) refuse('UNAUTHENTICATED');
    if (!meta?.withoutTwoFactor && (await lacksRequiredTwoFactor(ctx, user))) refuse('TWO_FACTOR_REQUIRED');
    // JSON would turn each byte into a number.
    if (ctx.carriesNoFiles && answersFile(meta) && isFor(meta?.access, user.role))
      refuse('UNSUPPORTED_MEDIA_TYPE', { text: 'Este arquivo só pode ser pedido pela API REST' });
    return next({ ctx: { user } });
  });

/** Needs a session, not a token, and the fresh proof that the procedure declares. */
const inPerson = t.middleware(async ({ ctx, meta, next }) => {
  const { user, session } = ctx;
  if (!user || !session) refuse('UNAUTHENTICATED');
  const freshProof = meta?.freshProof ?? 'forSome';
  if (freshProof !== 'forSome') await requireFreshProof({ ...ctx, user, session }, freshProof);
  return next({ ctx: { user, session } });
});

export const sessionProcedure = signedInProcedure.meta({ sessionOnly: true }).use(inPerson);

/** For actions that could take an account from its owner: needs password and second factor from the last 10 minutes. */
export const freshProcedure = sessionProcedure.meta({ freshProof: 'whole' });

export const customerProcedure = signedInProcedure.meta({ access: 'customer' }).use(({ ctx, next }) => {
  if (ctx.user.role !== 'cliente') refuse('FORBIDDEN');
  return next();
});

/** Moves the customer's money: open to tokens that may. */
export const customerMoneyProcedure = customerProcedure.meta({ moves: true });

export const customerInPersonProcedure = customerProcedure.meta({ sessionOnly: true }).use(inPerson);

export const adminProcedure = signedInProcedure.meta({ access: 'admin' }).use(({ ctx, next }) => {
  if (ctx.user.role !== 'admin') refuse('FORBIDDEN');
  return next();
});

export const adminMoneyProcedure = adminProcedure.meta({ moves: true });

export const adminFreshProcedure = adminProcedure
  .meta({ sessionOnly: true, freshProof: 'whole' })
  .use(inPerson);

export type DeclaredProcedure = {
  path: string;
  type: 'query' | 'mutation' | 'subscription';
  access: Access;
  moves: boolean;
  sessionOnly: boolean;
  withoutTwoFactor: boolean;
  freshProof: FreshProof | null;
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
    sessionOnly: _def.meta?.sessionOnly === true,
    withoutTwoFactor: _def.meta?.withoutTwoFactor === true,
    freshProof: _def.meta?.freshProof ?? null,
    title: _def.meta?.title ?? path,
    rest: _def.meta?.rest ?? null,
    inputs: (_def.inputs ?? []).filter(isSchema),
    output: isSchema(_def.output) ? _def.output : null,
  }));
}
