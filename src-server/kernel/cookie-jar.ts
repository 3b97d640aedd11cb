/** Session token, mark of a known device, challenge between password and code. */
export type CookieName = 'session' | 'device' | 'challenge';

/** Collects cookies to set with the answer. */
export type CookieJar = {
  set(name: CookieName, value: string, options: { maxAgeSeconds: number }): void;
  clear(name: CookieName): void;
};
