import { describe, expect, test } from 'vitest';
import { landingPath } from './landing-path.ts';

describe('where a sign-in leads', () => {
  test('a sign-in leads to the dashboard of the role', () => {
    expect(landingPath('admin', undefined)).toBe('/admin/dashboard');
    expect(landingPath('cliente', undefined)).toBe('/client/dashboard');
  });

  test('a sign-in leads to the requested path with its search', () => {
    expect(landingPath('cliente', '/client/transfers?conta=1234-5674')).toBe(
      '/client/transfers?conta=1234-5674',
    );
    expect(landingPath('admin', '/admin/audit')).toBe('/admin/audit');
  });

  test("a sign-in never leads into the other role's portal or to another site", () => {
    expect(landingPath('cliente', '/admin/audit')).toBe('/client/dashboard');
    expect(landingPath('admin', '/client/pix')).toBe('/admin/dashboard');
    for (const elsewhere of [
      '//evil.example/client/',
      'https://evil.example',
      '/client\\..\\evil',
      '/\\evil',
      '',
    ])
      expect(landingPath('cliente', elsewhere)).toBe('/client/dashboard');
  });
});
