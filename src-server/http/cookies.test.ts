import { describe, expect, test } from 'vitest';
import { newCookieJar, readCookie } from './cookies.ts';

const HTTP = 'http://localhost:3000';
const HTTPS = 'https://bank.example';

describe('cookies', () => {
  test('a cookie is __Host- and Secure over https', () => {
    const jar = newCookieJar(HTTPS);
    jar.set('session', 'abc', { maxAgeSeconds: 60 });
    expect(jar.headers()).toEqual([
      '__Host-session=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Strict; Secure',
    ]);
  });

  test('over http a cookie has no prefix and no Secure, and only its last change is sent', () => {
    const jar = newCookieJar(HTTP);
    jar.set('session', 'abc', { maxAgeSeconds: 60 });
    jar.set('device', 'd', { maxAgeSeconds: 5 });
    jar.clear('session');
    expect(jar.headers()).toEqual([
      'session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
      'device=d; Max-Age=5; Path=/; HttpOnly; SameSite=Strict',
    ]);
  });

  test('a cookie value with a character that would end it is refused', () => {
    expect(() => newCookieJar(HTTP).set('session', 'a; Path=/evil', { maxAgeSeconds: 1 })).toThrow(
      'character',
    );
    expect(() => newCookieJar(HTTP).set('session', 'a\r\nX: y', { maxAgeSeconds: 1 })).toThrow('character');
  });

  test.each([
    ['session=abc', HTTP, 'abc'],
    ['a=b; session=abc; c=d', HTTP, 'abc'],
    ['xsession=abc', HTTP, null],
    ['session=abc; session=def', HTTP, null],
    ['session=', HTTP, null],
    ['session=abc', HTTPS, null],
    ['__Host-session=abc', HTTPS, 'abc'],
    [undefined, HTTP, null],
  ])('the cookie header "%s" at %s holds the session %s', (header, origin, value) => {
    expect(readCookie(header, 'session', origin)).toBe(value);
  });
});
