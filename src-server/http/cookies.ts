import type { CookieJar, CookieName } from '#server/kernel/cookie-jar';

export type WritableCookieJar = CookieJar & { headers(): string[] };

/** Secure when the bank is reached over https (APP_ORIGIN). */
const isSecure = (appOrigin: string): boolean => appOrigin.startsWith('https://');

/** `__Host-session` over https, `session` over http, where many clients drop Secure cookies. */
export const wireName = (name: CookieName, appOrigin: string): string =>
  isSecure(appOrigin) ? `__Host-${name}` : name;

export const newCookieJar = (appOrigin: string): WritableCookieJar => new Jar(appOrigin);

class Jar implements WritableCookieJar {
  readonly #appOrigin: string;
  #lines: Map<CookieName, string> | null = null;

  constructor(appOrigin: string) {
    this.#appOrigin = appOrigin;
  }

  set(name: CookieName, value: string, { maxAgeSeconds }: { maxAgeSeconds: number }): void {
    if (!/^[\w.~-]*$/.test(value)) throw new Error(`cookie ${name}: invalid character in its value`);
    const secure = isSecure(this.#appOrigin) ? '; Secure' : '';
    const attributes = `Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Strict${secure}`;
    this.#lines ??= new Map();
    this.#lines.set(name, `${wireName(name, this.#appOrigin)}=${value}; ${attributes}`);
  }

  clear(name: CookieName): void {
    this.set(name, '', { maxAgeSeconds: 0 });
  }

  headers(): string[] {
    return [...(this.#lines?.values() ?? [])];
  }
}

export function readCookie(header: string | undefined, name: CookieName, appOrigin: string): string | null {
  const wanted = `${wireName(name, appOrigin)}=`;
  if (!header?.includes(wanted)) return null;
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(wanted))
    .map((pair) => pair.slice(wanted.length));
  return values.length === 1 && values[0] ? values[0] : null;
}
