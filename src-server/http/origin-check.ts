import type { MiddlewareHandler } from 'hono';
import { Refusal } from '#domain/refusal';
import { bearerOf } from '#server/http/bearer';
import { readCookie } from '#server/http/cookies';
import { type HttpEnv, isUnsafe, refusalResponse } from '#server/http/http';

export type OriginFacts = {
  method: string;
  fetchSite: string | null;
  origin: string | null;
  hasSessionCookie: boolean;
  hasRequestedWith: boolean;
  hasBearer: boolean;
};

/**
 * Sec-Fetch-Site and Origin must match where present. A request with neither is a script's: a session cookie alone does
 * not suffice, X-Requested-With or a bearer token must come with it.
 */
export function mayChangeState(facts: OriginFacts, appOrigin: string): boolean {
  if (!isUnsafe(facts.method)) return true;
  if (facts.fetchSite === null && facts.origin === null) {
    return !facts.hasSessionCookie || facts.hasRequestedWith || facts.hasBearer;
  }
  const siteAgrees = facts.fetchSite === null || facts.fetchSite === 'same-origin';
  const originAgrees = facts.origin === null || facts.origin === appOrigin;
  return siteAgrees && originAgrees;
}

/** Refuses BAD_ORIGIN, whatever the content type. */
export function originCheck(appOrigin: string): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const { req } = c;
    if (!isUnsafe(req.method)) return next();
    const facts: OriginFacts = {
      method: req.method,
      fetchSite: req.header('sec-fetch-site') ?? null,
      origin: req.header('origin') ?? null,
      hasSessionCookie: readCookie(req.header('cookie'), 'session', appOrigin) !== null,
      hasRequestedWith: req.header('x-requested-with') !== undefined,
      hasBearer: bearerOf(req.header('authorization')) !== null,
    };
    if (!mayChangeState(facts, appOrigin)) return refusalResponse(c, new Refusal('BAD_ORIGIN'));
    return next();
  };
}
