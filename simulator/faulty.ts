import { setTimeout as sleep } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import { nextRandom } from '#domain/random';
import { type Faults, happens } from './faults.ts';
import { type ProviderError, refusal } from './provider-error.ts';
import type { Simulator, SimulatorEnv } from './simulator.ts';

/** Of the provider's quota. */
const QUOTA_SECONDS = 12 * 3600;

/** Injects the configured faults before and after the effect. */
export const faulty = ({ faults }: Simulator): MiddlewareHandler<SimulatorEnv> => {
  const used = new Map<string, number>();
  return async (c, next) => {
    if (faults.down) return broken(c);
    if (faults.onlyPosts && c.req.method !== 'POST') return next();
    // Read first: an arrived call takes effect even if the client hangs up.
    await c.req.arrayBuffer();
    if (happens(faults, faults.delayBefore)) await late(faults, faults.delayBeforeMs);
    if (happens(faults, faults.dropBefore)) return broken(c);
    if (happens(faults, faults.errorBefore)) throw failure();
    if (happens(faults, faults.tooMany) || isUsedUp(c, faults, used)) throw tooMany();
    await next();
    if (happens(faults, faults.delayAfter)) await late(faults, faults.delayAfterMs);
    if (happens(faults, faults.dropAfter)) return broken(c);
    if (happens(faults, faults.errorAfter)) throw failure();
  };
};

/** The header tells the seconds until the quota is free again. */
function isUsedUp(c: Context<SimulatorEnv>, { quota }: Faults, used: Map<string, number>): boolean {
  if (quota === 0) {
    used.clear();
    return false;
  }
  const key = c.req.header('access_token') ?? '';
  const calls = (used.get(key) ?? 0) + 1;
  used.set(key, calls);
  if (calls <= quota) return false;
  c.header('RateLimit-Reset', String(QUOTA_SECONDS));
  return true;
}

const late = (faults: Faults, upToMs: number): Promise<void> => sleep(nextRandom(faults) * upToMs);

function broken(c: Context<SimulatorEnv>): Response {
  c.env.outgoing.destroy();
  c.res = RESPONSE_ALREADY_SENT;
  return RESPONSE_ALREADY_SENT;
}

const failure = (): ProviderError => refusal(500, 'internal_error', 'Erro interno.');

const tooMany = (): ProviderError => refusal(429, 'too_many_requests', 'Limite de requisições excedido.');
