import type { MiddlewareHandler } from 'hono';
import { type HttpEnv, isForPrograms } from '#server/http/http';

/** Hash of an empty style element: Emotion fills it through the CSSOM, which CSP does not cover. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${EMPTY_STYLE}`,
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

/**
 * Of the worker that reads codes (src/shared-codes/code-worker.ts), which a worker's own answer decides: it alone compiles
 * WebAssembly, runs no other script and asks for nothing but that module (docs/decisions/041).
 */
export const CODE_WORKER_POLICY = [
  "default-src 'none'",
  "script-src 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const isCodeWorker = (path: string): boolean => /^\/assets\/code-worker-[\w-]{7,8}\.js$/.test(path);

const FORBIDDEN = [
  'accelerometer',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
].map((feature) => `${feature}=()`);

/** A policy belongs to a document: the screen that reads codes is always loaded as one of its own. */
const mayUseCamera = (path: string): boolean => /^\/client\/ler\/?$/.test(path);

const permissionsOf = (path: string): string =>
  [...FORBIDDEN, mayUseCamera(path) ? 'camera=(self)' : 'camera=()'].join(', ');

/** Whoever has the link sees what is charged, and nobody finds it by searching. */
const isCharge = (path: string): boolean => /^\/cobrar(\/|$)/.test(path);

const TWO_YEARS_SECONDS = 63_072_000;

/** On every answer, errors too. A route's own CSP is kept. */
export function securityHeaders(appOrigin: string): MiddlewareHandler<HttpEnv> {
  const isHttps = appOrigin.startsWith('https://');
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', PAGE_POLICY);
    if (isHttps) headers.set('Strict-Transport-Security', `max-age=${TWO_YEARS_SECONDS}; includeSubDomains`);
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('X-Frame-Options', 'DENY');
    headers.set('Referrer-Policy', 'no-referrer');
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    headers.set('Cross-Origin-Resource-Policy', 'same-origin');
    if (isCharge(c.req.path)) headers.set('X-Robots-Tag', 'noindex, nofollow');
    headers.set('Permissions-Policy', permissionsOf(c.req.path));
    if (isForPrograms(c.req.path)) headers.set('Cache-Control', 'no-store');
  };
}
