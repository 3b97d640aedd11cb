/**
 * The cookies of the bank: the session's token, the mark of a device that has signed in before, and the challenge of who
 * gave the right password and owes a code.
 */
export type CookieName = 'session' | 'device' | 'challenge';

/** Collects what the answer will set; nothing is sent before the answer is. */
export type CookieJar = {
  set(name: CookieName, value: string, options: { maxAgeSeconds: number }): void;
  clear(name: CookieName): void;
};
