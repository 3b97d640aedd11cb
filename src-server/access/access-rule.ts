import type { TRPCProcedureType } from '@trpc/server';
import type { z } from 'zod';
import { fromReplica } from '#db/request-db';
import type { Role } from '#domain/auth/role';
import { ROWS_PER_NETWORK } from '#domain/network-limits';
import { refuse } from '#domain/refusal';
import { accessAfterWait, type Line, lineOf, nameOfCaller } from '#server/access/caller-line';
import { refuseUnknown } from '#server/access/known-fields';
import type { RestAddress } from '#server/access/named';
import { refuseNul } from '#server/access/printable-input';
import { type FreshProof, requireProof } from '#server/access/proof';
import { lacksRequiredTwoFactor } from '#server/access/required-two-factor';
import { inCallerPlace } from '#server/kernel/caller-places';
import type { Context } from '#server/kernel/context';
import { requireRows, spendRows } from '#server/kernel/row-budget';

export const ACCESS_LEVELS = ['public', 'signedIn', 'customer', 'admin'] as const;
export type Access = (typeof ACCESS_LEVELS)[number];

/**
 * What a procedure declares.
 * - `moves`: open to tokens that may move money.
 * - `anyToken`: a mutation open to every token, since it only takes access away, or only reads.
 * - `sessionOnly`: closed to tokens; unless it is public, it needs a session and the `freshProof` it declares.
 * - `withoutTwoFactor`: open to administrators who must still turn it on.
 * - `reads`: a query whose `ctx.db` is the replica, where one is named.
 */
export type Meta = {
  access?: Access;
  moves?: true;
  anyToken?: true;
  sessionOnly?: true;
  withoutTwoFactor?: true;
  freshProof?: FreshProof;
  reads?: 'replica';
  line?: Line;
  title?: string;
  rest?: RestAddress;
  /** Set by `named`. */
  inputs?: readonly z.ZodType[];
};

/** A call of a procedure. `getRawInput` reads the input at most once. */
export type Call = {
  ctx: Context;
  meta: Meta | undefined;
  type: TRPCProcedureType;
  signal: AbortSignal | undefined;
  getRawInput: () => Promise<unknown>;
};

type Answered = { ok: true; data: unknown } | { ok: false };

/**
 * The one access rule of both transports: checks the caller against what the procedure declares, and then runs it.
 * Calls of one caller begin in separate turns of the event loop, few run at a time, and its queries read a limited number
 * of rows.
 */
export function withAccess<Answer extends Answered>(
  call: Call,
  run: (ctx: Context) => Promise<Answer>,
): Promise<Answer> {
  const { ctx, meta, type, signal } = call;
  const who = nameOfCaller(ctx);
  const line = lineOf(ctx, meta);
  const { network } = line;
  return inCallerPlace(line, signal, async (hasWaited) => {
    // What can be ended, and who is signed in, is always told: all rows read may be those of a copied cookie.
    const isCounted = type === 'query' && meta?.line !== 'ending';
    if (isCounted) {
      requireRows(who);
      if (network !== null) requireRows(network);
    }
    const current = hasWaited ? { ...ctx, ...(await accessAfterWait(ctx)) } : ctx;
    await requireAccess(current, call);
    const answer = await run(meta?.reads ? { ...current, db: fromReplica(current.db) } : current);
    if (isCounted && answer.ok) {
      spendRows(who, answer.data);
      if (network !== null) spendRows(network, answer.data, undefined, ROWS_PER_NETWORK);
    }
    return answer;
  });
}

async function requireAccess(ctx: Context, { meta = {}, type, getRawInput }: Call): Promise<void> {
  requireOpenToToken(ctx, type, meta);
  const { access, withoutTwoFactor, sessionOnly } = meta;
  const { user } = ctx;
  const mayCall = isFor(access, user?.role);
  // Before the schema; the input of callers who lack access is not read.
  if (mayCall) checkInput(await getRawInput(), meta);
  if (access === 'public') return;
  if (!user) refuse('UNAUTHENTICATED');
  if (!withoutTwoFactor && (await lacksRequiredTwoFactor(ctx, user))) refuse('TWO_FACTOR_REQUIRED');
  if (!mayCall) refuse('FORBIDDEN');
  // JSON would turn each byte into a number.
  if (ctx.carriesNoFiles && answersFile(meta))
    refuse('UNSUPPORTED_MEDIA_TYPE', { text: 'Este arquivo só pode ser pedido pela API REST' });
  if (sessionOnly) await requireInPerson(ctx, meta);
}

/** A request with a bearer token: the token must be valid and the procedure open to it. */
function requireOpenToToken({ request, token }: Context, type: TRPCProcedureType, meta: Meta): void {
  if (request.bearerToken !== null && !token)
    refuse('UNAUTHENTICATED', { text: 'Token de acesso inválido, vencido ou revogado' });
  if (token && !isOpenToTokens({ ...meta, type }, token)) refuse('TOKEN_NOT_ALLOWED');
}

type OpenTo = { type: TRPCProcedureType; moves?: boolean; anyToken?: boolean; sessionOnly?: boolean };

export function isOpenToTokens(
  { type, moves, anyToken, sessionOnly }: OpenTo,
  { mayMoveMoney }: { mayMoveMoney: boolean },
): boolean {
  if (sessionOnly) return false;
  return type === 'query' || (type === 'mutation' && (Boolean(anyToken) || (mayMoveMoney && Boolean(moves))));
}

const isFor = (access: Access | undefined, role: Role | undefined): boolean =>
  access === 'public' ||
  (role !== undefined && (access === 'signedIn' || access === (role === 'admin' ? 'admin' : 'customer')));

const answersFile = ({ rest }: Meta): boolean => (rest?.[3]?.reply ?? 'json') !== 'json';

/** Unknown fields of filters only: what is sent in a body with a field too many is still what its sender meant. */
function checkInput(input: unknown, { rest, inputs }: Meta): void {
  refuseNul(input);
  if (rest?.[0] === 'GET' && inputs) refuseUnknown(input, inputs);
}

/** Needs a session, not a token, and the fresh proof that the procedure declares. */
async function requireInPerson(ctx: Context, { access, freshProof = 'forSome' }: Meta): Promise<void> {
  const { user, session } = ctx;
  if (!user || !session) refuse('UNAUTHENTICATED');
  if (freshProof === 'forSome') return;
  const ofAdmins = access === 'admin' ? ({ inProduction: 'sinceSignIn' } as const) : {};
  await requireProof({ ...ctx, user }, { always: freshProof, ...ofAdmins });
}
