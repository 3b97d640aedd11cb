import { expect, it } from 'vitest';
import { ownPath } from '#domain/public-places';

it.each(['/client/transfers?conta=1234-5674&valor=10.00', '/admin/dashboard', '/client/statement?q=a/../b'])(
  'a path within the portal is followed: %s',
  (path) => expect(ownPath(path)).toBe(path),
);

it.each([
  'https://evil.example/client/',
  '//evil.example/client/x',
  '/\\evil.example',
  '/client/..\\..\\evil',
  '/client/..//evil.example',
  '/client/%2E%2e/congelar?token=x',
  '/client/./../congelar',
  '/client/.\t./cobrar/x',
  '/client/.\n./\t/evil.example/x',
  '/login',
  'javascript:alert(1)',
  7,
  undefined,
])('a foreign or invalid path is never followed: %s', (path) => expect(ownPath(path)).toBeUndefined());
