import type { CookieJar, CookieName } from '#server/kernel/cookie-jar';

/** A jar that can be emptied onto an answer: one `Set-Cookie` value each. */
export type WritableCookieJar = CookieJar & { headers(): string[] };

/** Whether cookies are Secure: exactly when people reach the bank over https (see .env.example, APP_ORIGIN). */
const isSecure = (appOrigin: string): boolean => appOrigin.startsWith('https://');

/** The name on the wire: `__Host-session` over https, `session` over http, where many cookie jars drop Secure ones. */
export const wireName = (name: CookieName, appOrigin: string): string =>
  isSecure(appOrigin) ? `__Host-${name}` : name;

/** An empty jar for one request. */
export function newCookieJar(appOrigin: string): WritableCookieJar {
  const lines = new Map<CookieName, string>();
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure(appOrigin) ? '; Secure' : ''}`;
  const line = (name: CookieName, value: string, maxAgeSeconds: number) => {
    if (!/^[\w.~-]*$/.test(value)) throw new Error(`the cookie ${name} would carry a character that ends it`);
    lines.set(name, `${wireName(name, appOrigin)}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`);
  };
  return {
    set: (name, value, { maxAgeSeconds }) => line(name, value, maxAgeSeconds),
    clear: (name) => line(name, '', 0),
    headers: () => [...lines.values()],
  };
}

/** The value of one of our cookies in a `Cookie` header, or null. A name sent twice is nobody's: null. */
export function readCookie(header: string | undefined, name: CookieName, appOrigin: string): string | null {
  const wanted = wireName(name, appOrigin);
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${wanted}=`))
    .map((pair) => pair.slice(wanted.length + 1));
  return values.length === 1 && values[0] ? values[0] : null;
}
