import { expect, test } from 'vitest';
import { given, oneOf, ownPath, PUBLIC_PLACES, readSearch, textOf } from './public-places.ts';

test.each(['/client/dashboard', '/admin/users?busca=Ana', '/client/', '/admin/clients/1/history#top'])(
  'the path %s is accepted as the next page after a sign-in',
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
])('the value %j is refused as the next page after a sign-in', (path) =>
  expect(ownPath(path)).toBeUndefined(),
);

test('oneOf() accepts only known words, as text or as a number', () => {
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

test('given() drops empty texts and other values', () => {
  expect(['x', '', 7, null, {}].map(given)).toEqual(['x', undefined, undefined, undefined, undefined]);
});

test('the sign-in address keeps its own parameters, and drops others', () => {
  const search = { next: '/client/pix', tab: 'cadastrar', ended: 'idle' };
  expect(readSearch(PUBLIC_PLACES['/login'], { ...search, other: 1 })).toEqual(search);
  expect(
    Object.keys(readSearch(PUBLIC_PLACES['/login'], { next: '//x', tab: 'entrar', ended: 'out' })),
  ).toEqual([]);
});
