import { expect, test } from 'vitest';
import { given, oneOf, ownPath, PUBLIC_PLACES, readSearch, textOf } from './public-places.ts';

test.each(['/client/dashboard', '/admin/users?busca=Ana', '/client/', '/admin/clients/1/history#top'])(
  'after signing in, the path %s of a portal may follow',
  (path) => expect(ownPath(path)).toBe(path),
);

test.each([
  '//evil.example/client/x',
  'https://evil.example/client/dashboard',
  '/\\evil.example/client/x',
  '/client/\\evil.example',
  '/client/dashboard\\',
  '/login',
  '/clients/x',
  'client/dashboard',
  ' /client/dashboard',
  '',
  7,
  null,
  undefined,
  ['/client/dashboard'],
])('after signing in, no other place follows: %j', (path) => expect(ownPath(path)).toBeUndefined());

test('a word of an address is one of those known, whether read as text or as a number', () => {
  const word = oneOf(['a', 7]);
  expect(['a', '7', 7, 'b', true, null, ['a'], undefined].map(word)).toEqual([
    'a',
    7,
    7,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect([textOf('a'), textOf(7), textOf(true), textOf(null), textOf(['a'])]).toEqual(['a', '7', '', '', '']);
});

test('a text of an address is given when it is one and not empty', () => {
  expect(['x', '', 7, null, {}].map(given)).toEqual(['x', undefined, undefined, undefined, undefined]);
});

test('the sign-in address keeps what it knows, and drops the rest', () => {
  const search = { next: '/client/pix', tab: 'cadastrar', ended: 'idle' };
  expect(readSearch(PUBLIC_PLACES['/login'], { ...search, other: 1 })).toEqual(search);
  expect(
    Object.keys(readSearch(PUBLIC_PLACES['/login'], { next: '//x', tab: 'entrar', ended: 'out' })),
  ).toEqual([]);
});
