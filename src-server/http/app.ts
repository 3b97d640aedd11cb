import { randomUUID } from 'node:crypto';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { Hono, type MiddlewareHandler } from 'hono';
import { MAX_BATCH_CALLS } from '#domain/limits';
import { QUIET_HEADER } from '#domain/quiet';
import { Refusal } from '#domain/refusal';
import { type DirectCall, directCalls, directRouter } from '#server/access/direct-call';
import { declaredProcedures } from '#server/access/trpc';
import { identify } from '#server/auth/identify';
import { countUpload } from '#server/auth/upload-sender';
import { serveApiDocs } from '#server/http/api-docs';
import { bankOfRequest } from '#server/http/bank-of-request';
import { bearerOf } from '#server/http/bearer';
import { clientAddressReader } from '#server/http/client-address';
import { newCookieJar, readCookie, type WritableCookieJar } from '#server/http/cookies';
import { serveDevEndpoints } from '#server/http/dev-endpoints';
import {
  type HttpContext,
  type HttpEnv,
  hasLeftReader,
  isForPrograms,
  isUnsafe,
  logIfBug,
  methodNotAllowed,
  noteUnsure,
  PROBES,
  refusalResponse,
} from '#server/http/http';
import { type Metrics, newMetrics, serveMetrics } from '#server/http/metrics';
import { openApiDocument } from '#server/http/openapi';
import { originCheck } from '#server/http/origin-check';
import { requestBody } from '#server/http/request-body';
import { type CallProcedure, serveRest, takesMultipart } from '#server/http/rest';
import { REST_TABLE } from '#server/http/rest-table';
import { securityHeaders } from '#server/http/security-headers';
import { serveSecurityTxt } from '#server/http/security-txt';
import { staticFiles } from '#server/http/static-files';
import { serveWebhook } from '#server/http/webhook';
import type { Bank, Context, RequestInfo } from '#server/kernel/context';
import { lateChild } from '#server/kernel/log';
import { rarely } from '#server/kernel/rarely';
import { newReadiness, type Readiness } from '#server/kernel/readiness';
import { REFUSALS } from '#server/kernel/refusals';
import { toAnswer } from '#server/kernel/to-answer';
import { appRouter } from '#server/router';

/** `isDraining`: the process is stopping and wants no new requests. `clientFolder`: the built screens. */
export type AppOptions = { isDraining?: () => boolean; clientFolder?: string; readiness?: Readiness };

type OpenContext = (c: HttpContext) => Promise<Context & { cookies: WritableCookieJar }>;

export function createApp(
  bank: Bank,
  { isDraining = () => false, clientFolder = 'dist/client', readiness = newReadiness(bank) }: AppOptions = {},
): Hono<HttpEnv> {
  const { env } = bank;
  const procedures = declaredProcedures(appRouter);
  const calls = directCalls(appRouter);
  const callable = directRouter(appRouter, calls);
  const openContext = contextOpener(bank);
  const app = new Hono<HttpEnv>();

  app.onError((error, c) => refusalResponse(c, error));
  const metrics = newMetrics(bank, new Set(procedures.map(({ path }) => path)), readiness);
  app.use(requestLog(bank, metrics));
  app.use(securityHeaders(env.APP_ORIGIN));
  // Before the origin check: the provider authenticates by token instead.
  serveWebhook(app, bank);
  app.use(originCheck(env.APP_ORIGIN));
  app.use(requestBody(takesMultipart(REST_TABLE)));

  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', (c) => serveReadiness(c, readiness, isDraining()));
  serveSecurityTxt(app, bank);
  app.get('/metrics', (c) => serveMetrics(c, env, metrics));
  app.all('/trpc/*', (c) => serveTrpc(c, callable, openContext));
  serveApiDocs(app, () => openApiDocument(REST_TABLE, procedures, env), env.BRAND_NAME);
  serveRest(app, REST_TABLE, procedureCaller(openContext, calls));
  if (env.servesDev) serveDevEndpoints(app, bank);
  app.all('*', staticFiles(clientFolder, env.APP_ORIGIN));
  return app;
}

/** Gives each request an id and logs one line: no query, no body, no names. */
function requestLog(bank: Bank, metrics: Metrics): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const requestId = randomUUID();
    c.set('requestId', requestId);
    c.set('log', lateChild(bank.log, { requestId }));
    const startedAtMs = performance.now();
    await next();
    c.res.headers.set('X-Request-Id', requestId);
    const { method, path } = c.req;
    const ms = performance.now() - startedAtMs;
    metrics.observe(c, ms / 1000);
    const { status } = c.res;
    const fields = { requestId, method, path: path.slice(0, LOGGED_PATH), status, ms: Math.round(ms) };
    if (isForPrograms(path) && !PROBES.includes(path) && !isFree(c)) bank.log.info(fields, 'request');
    else bank.log.debug(fields, 'request');
  };
}

/**
 * Not logged at the usual level, since anybody may cause any number: refusals of too many requests and of a busy or absent database, unless the
 * outcome is unknown; of strangers also other refusals, partly refused batches, what changes nothing, and sign-outs without a session.
 */
function isFree(c: HttpContext): boolean {
  const { status } = c.res;
  if ((status === 429 || status === 503) && !c.get('isUnsure')) return true;
  if (c.get('isKnown') || status >= 500) return false;
  return status >= 400 || status === 207 || !isUnsafe(c.req.method) || c.req.path.endsWith('logout');
}

function contextOpener(bank: Bank): OpenContext {
  const { env, db, clock } = bank;
  const addressOf = clientAddressReader(env.TRUST_PROXY, untrustedWarning(bank));
  return async (c) => {
    // Another process may have moved the date; impossible in production.
    if (!env.isProduction) await clock.sync(db);
    const sent = c.req.header('cookie');
    const request: RequestInfo = {
      id: c.get('requestId'),
      ip: addressOf(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for')),
      userAgent: (c.req.header('user-agent') ?? '').slice(0, 300),
      deviceToken: readCookie(sent, 'device', env.APP_ORIGIN),
      challengeToken: readCookie(sent, 'challenge', env.APP_ORIGIN),
      sessionToken: readCookie(sent, 'session', env.APP_ORIGIN),
      bearerToken: bearerOf(c.req.header('authorization')),
    };
    const caller = await identify(bank, request, { isQuiet: c.req.header(QUIET_HEADER) !== undefined });
    c.set('isKnown', caller.user !== null);
    return {
      ...bankOfRequest(bank, hasLeftReader(c)),
      log: c.get('log'),
      request,
      ...caller,
      identifyAgain: () => identify(bank, request, { isQuiet: true }),
      cookies: newCookieJar(env.APP_ORIGIN),
    };
  };
}

/** Longest part of a path that is logged, in characters: a caller can send any length. */
const LOGGED_PATH = 120;

/** Behind a proxy missing in TRUST_PROXY all callers share one address, so one of them can lock out the rest. */
const untrustedWarning = ({ log, clock }: Bank): ((peer: string) => void) =>
  rarely(
    (_count, peer: string) =>
      log.warn(
        { securityEvent: 'untrusted_forwarder', peer },
        'X-Forwarded-For came from a peer that TRUST_PROXY does not name, and was ignored',
      ),
    () => clock.real().getTime(),
  );

const addCookies = (headers: Headers, cookies: WritableCookieJar): void => {
  for (const line of cookies.headers()) headers.append('Set-Cookie', line);
};

/** Calls procedures for REST; their cookies are set on refusals too. */
function procedureCaller(openContext: OpenContext, calls: ReadonlyMap<string, DirectCall>): CallProcedure {
  return async (c, path, readInput) => {
    const call = calls.get(path);
    if (!call) throw new Error(`no procedure ${path}`);
    const ctx = await openContext(c);
    // Read once, on the first request.
    let input: Promise<unknown> | undefined;
    const getRawInput = () => {
      const { user, request } = ctx;
      input ??= readInput({ user, ip: request.ip, countUpload: (sender) => countUpload(ctx, sender) });
      return input;
    };
    try {
      return await call({ ctx, getRawInput, signal: c.req.raw.signal });
    } finally {
      for (const line of ctx.cookies.headers()) c.header('Set-Cookie', line, { append: true });
    }
  };
}

/** No streaming: headers would leave before a procedure could set a cookie. */
async function serveTrpc(
  c: HttpContext,
  router: typeof appRouter,
  openContext: OpenContext,
): Promise<Response> {
  const { method } = c.req;
  if (!['GET', 'HEAD', 'POST'].includes(method)) return methodNotAllowed(c, ['GET', 'HEAD', 'POST']);
  if (!isEscapedWell(c.req.url)) return refusalResponse(c, new Refusal('MALFORMED_BODY'));
  const ctx = await openContext(c);
  ctx.carriesNoFiles = true;
  const response = await fetchRequestHandler({
    endpoint: '/trpc',
    router,
    req: trpcRequest(c),
    createContext: () => ctx,
    maxBatchSize: MAX_BATCH_CALLS,
    onError: ({ error }) => logIfBug(ctx.log, toAnswer(error), error),
    responseMeta: ({ errors, data }) => {
      const refused = errors.map(toAnswer);
      noteUnsure(c, refused);
      return trpcMeta(refused, data.length);
    },
  });
  addCookies(response.headers, ctx.cookies);
  // tRPC omits the content type for requests it cannot parse.
  response.headers.set('Content-Type', 'application/json');
  if (response.status === 405) response.headers.set('Allow', method === 'POST' ? 'GET, HEAD' : 'POST');
  return response;
}

/** tRPC answers invalid UTF-8 escapes with an internal error. */
function isEscapedWell(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURIComponent(new URL(url).pathname);
    return true;
  } catch {
    return false;
  }
}

const utf8 = new TextDecoder();

/** What tRPC reads of a request. The body is read already; a real Request would read it again. */
function trpcRequest(c: HttpContext): Request {
  const { method, url, raw } = c.req;
  const { signal } = raw;
  const json = async () => JSON.parse(utf8.decode(c.get('body')));
  return { method, url, headers: trpcHeaders(method, raw.headers), signal, json } as unknown as Request;
}

function trpcHeaders(method: string, sent: Headers): Headers {
  const isUntyped = method === 'POST' && !sent.has('content-type');
  if (!isUntyped && !sent.has('trpc-accept')) return sent;
  const headers = new Headers(sent);
  headers.delete('trpc-accept');
  if (isUntyped) headers.set('content-type', 'application/json');
  return headers;
}

function trpcMeta(refused: ReturnType<typeof toAnswer>[], calls: number) {
  if (refused.length === 0) return {};
  const statuses = new Set(refused.map(({ status }) => status));
  const [first] = statuses;
  const waits = refused.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
  const agree = statuses.size === 1 && refused.length === calls;
  return {
    ...(first !== undefined && { status: agree ? first : 207 }),
    ...(waits.length > 0 && { headers: new Headers({ 'Retry-After': String(Math.max(...waits)) }) }),
  };
}

/** For load balancers. Public, so it shows no path and no version. */
async function serveReadiness(c: HttpContext, readiness: Readiness, draining: boolean): Promise<Response> {
  if (draining) return refusalResponse(c, new Refusal('BUSY', { text: 'O servidor está encerrando' }));
  const { reason } = await readiness.look();
  if (reason === null) return c.json({ status: 'ready' });
  c.header('Retry-After', '2');
  return c.json(
    { status: 'unavailable', reason, error: REFUSALS.UNAVAILABLE.text, code: 'UNAVAILABLE' },
    503,
  );
}
