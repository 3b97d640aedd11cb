import type { MiddlewareHandler } from 'hono';
import { type HttpEnv, isForPrograms } from '#server/http/http';

/** The hash of an empty style element: Emotion makes one and fills it through the CSSOM, which no policy governs. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** The policy of the product's own pages: everything from this origin, nothing inline, shown in nobody's frame. */
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

/** Features of the browser that no page of the bank uses. */
const PERMISSIONS = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

const TWO_YEARS_SECONDS = 63_072_000;

/** The headers every answer carries, refusals and failures among them. A policy that a route has set itself stays. */
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
    headers.set('Permissions-Policy', PERMISSIONS);
    if (isForPrograms(c.req.path)) headers.set('Cache-Control', 'no-store');
  };
}
