import type { CookieJar, CookieName } from '#server/kernel/cookie-jar';

export type WritableCookieJar = CookieJar & { headers(): string[] };

/** Secure when the bank is reached over https (APP_ORIGIN). */
const isSecure = (appOrigin: string): boolean => appOrigin.startsWith('https://');

/** `__Host-session` over https, `session` over http, where many clients drop Secure cookies. */
export const wireName = (name: CookieName, appOrigin: string): string =>
  isSecure(appOrigin) ? `__Host-${name}` : name;

export function newCookieJar(appOrigin: string): WritableCookieJar {
  const lines = new Map<CookieName, string>();
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure(appOrigin) ? '; Secure' : ''}`;
  const line = (name: CookieName, value: string, maxAgeSeconds: number) => {
    if (!/^[\w.~-]*$/.test(value)) throw new Error(`cookie ${name}: invalid character in its value`);
    lines.set(name, `${wireName(name, appOrigin)}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`);
  };
  return {
    set: (name, value, { maxAgeSeconds }) => line(name, value, maxAgeSeconds),
    clear: (name) => line(name, '', 0),
    headers: () => [...lines.values()],
  };
}

export function readCookie(header: string | undefined, name: CookieName, appOrigin: string): string | null {
  const wanted = wireName(name, appOrigin);
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${wanted}=`))
    .map((pair) => pair.slice(wanted.length + 1));
  return values.length === 1 && values[0] ? values[0] : null;
}
