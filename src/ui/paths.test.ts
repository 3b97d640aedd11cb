import { expect, it } from 'vitest';
import { ownPath } from './paths.ts';

it.each(['/client/transfers?conta=1234-5674&valor=10.00', '/admin/dashboard'])('returns to %s', (path) =>
  expect(ownPath(path)).toBe(path),
);

it.each([
  'https://evil.example/client/',
  '//evil.example/client/x',
  '/\\evil.example',
  '/client/..\\..\\evil',
  '/login',
  'javascript:alert(1)',
  7,
  undefined,
])('never follows %s', (path) => expect(ownPath(path)).toBeNull());
