/** Session token, mark of a known device, challenge between password and code. */
export type CookieName = 'session' | 'device' | 'challenge';

export type CookieJar = {
  set(name: CookieName, value: string, options: { maxAgeSeconds: number }): void;
  clear(name: CookieName): void;
};
