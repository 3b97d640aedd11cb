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
    headers.set('Permissions-Policy', PERMISSIONS);
    if (isForPrograms(c.req.path)) headers.set('Cache-Control', 'no-store');
  };
}
