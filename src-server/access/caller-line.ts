import { CALLS_PER_NETWORK } from '#domain/network-limits';
import { refuse } from '#domain/refusal';
import type { CallerLine } from '#server/kernel/caller-places';
import type { AskedBefore, Caller, Context } from '#server/kernel/context';
import { isThisMachine, networkOf, sharedNetworkOf } from '#server/kernel/network';
import type { Pace } from '#server/kernel/pace';

/**
 * Calls that queue apart from a caller's others: those that wait for somebody outside the bank, end access or list what can be ended, or read a
 * form that may come slowly.
 */
export type Line = 'outside' | 'ending' | 'form';

/** Of a procedure's declaration. */
type LineOf = { line?: Line; access?: string };

type Asking = Pick<Caller, 'token'> & {
  user: { id: string } | null;
  askedBefore?: AskedBefore | null;
  request: { ip: string };
};

/**
 * Tokens are counted apart from the sessions of their owner, also in what the bank goes on with for them, so that a script does not
 * keep its owner out, nor a stolen token, which may be revoked. Which counts these are: `src-server/domain/tokens-in-limits.ts`.
 */
export const nameOfCaller = ({ user, token, askedBefore, request }: Asking): string => {
  if (!user) return networkOf(request.ip);
  return token || askedBefore?.askedBy === 'token' ? `${user.id}/tokens` : user.id;
};

/**
 * The network of IPv6 is the /56, since one home has 256 of /64; telephones of a mobile network share it, as they share an IPv4 address.
 * That of this machine is not limited: behind a proxy that TRUST_PROXY does not name, everybody has it. A user has places in each network:
 * a call keeps its own while it waits for those of its network, and a copied cookie, used where many call, would keep its owner waiting at home.
 */
export function lineOf(ctx: Asking & Pick<Context, 'env'>, { line, access }: LineOf = {}): CallerLine {
  const { ip } = ctx.request;
  const shared = sharedNetworkOf(ip);
  const isVisit = access === 'public' && !line;
  const name = isVisit ? networkOf(ip) : nameOfCaller(ctx);
  const network = isThisMachine(ip) ? null : `network ${shared}`;
  return {
    who: network === null ? name : `${name} at ${shared}`,
    person: ctx.user && !isVisit ? nameOfCaller(ctx) : shared,
    network,
    line: line ?? '',
    pace: ctx.env.isProduction && network !== null ? paceOf(network, line, isVisit) : null,
  };
}

function paceOf(network: string, line: Line | undefined, isVisit: boolean): Pace {
  const { ending, others } = CALLS_PER_NETWORK;
  if (line === 'ending') return { name: `${network}/${line}`, ...ending, crowd: line };
  return { name: network, ...others, crowd: isVisit ? 'visits' : (line ?? 'calls') };
}

/** The access of a call that had to wait. Refuses UNAUTHENTICATED if it has ended meanwhile. */
export async function accessAfterWait({ user, session, token, identifyAgain }: Context): Promise<Caller> {
  if (!user || !identifyAgain) return { user, session, token };
  const now = await identifyAgain();
  return now.user?.id === user.id ? now : refuse('UNAUTHENTICATED');
}
