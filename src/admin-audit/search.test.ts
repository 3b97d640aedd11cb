import { expect, it } from 'vitest';
import { searchOf } from '#domain/places';
import { exportPath, filtersOf } from './search.ts';

it('the URL of the audit screen keeps valid filters and drops the rest', () => {
  const asked = {
    busca: ' João\u0000  Prado ',
    acao: 'login',
    tipo: 'session',
    de: '2026-07-01',
    ate: '2026-07-31',
    pessoa: '0193a1b2-0000-7000-8000-000000000001',
    alvo: 'c1',
    ip: '2001:db8::1',
  };
  expect(filtersOf(searchOf('/admin/audit', asked))).toEqual({
    q: 'João Prado',
    action: 'login',
    entityType: 'session',
    from: '2026-07-01',
    to: '2026-07-31',
    userId: '0193a1b2-0000-7000-8000-000000000001',
    entityId: 'c1',
    ip: '2001:db8::1',
  });
  const wrong = {
    busca: ['x'],
    acao: 'toString',
    tipo: "session' or 1",
    de: '31/07/2026',
    ate: '2026-02-30',
    pessoa: 'a b',
    alvo: "x'",
    ip: 'casa',
    outra: 'coisa',
  };
  expect(searchOf('/admin/audit', wrong)).toEqual({});
  expect(searchOf('/admin/audit', { busca: 2026 })).toEqual({ busca: '2026' });
  expect(searchOf('/admin/audit', { busca: 'a'.repeat(500) }).busca).toHaveLength(100);
});

it('the audit export asks for the rows of the current filters', () => {
  expect(exportPath({ q: 'João & Ana', action: 'login' })).toBe(
    '/api/admin/audit/export?q=Jo%C3%A3o+%26+Ana&action=login',
  );
});
