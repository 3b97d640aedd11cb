import { expect, it } from 'vitest';
import { STANDINGS } from '#domain/credit/standing-words';
import { searchOf } from '#domain/places';
import { filtersOf, STATUS_OPTIONS } from './search.ts';

it('the URL of the operations screen keeps valid search, status and delay and turns them into filters', () => {
  const search = searchOf('/admin/operations', { busca: ' 529.982 ', status: 'em_atraso', pagina: 3 });
  expect(search).toEqual({ busca: '529.982', status: 'em_atraso' });
  expect(filtersOf(search)).toEqual({ q: '529.982', status: 'em_atraso' });
  expect(searchOf('/admin/operations', { busca: 2026, status: 'atrasado' })).toEqual({ busca: '2026' });
  expect(filtersOf(searchOf('/admin/operations', { atraso: 30 }))).toEqual({ delay: 30 });
  expect(filtersOf(searchOf('/admin/operations', { atraso: 'novo' }))).toEqual({ delay: 'new' });
  expect([
    searchOf('/admin/operations', { atraso: '1' }),
    searchOf('/admin/operations', { atraso: 31 }),
  ]).toEqual([{ atraso: 1 }, {}]);
  expect(filtersOf(searchOf('/admin/operations', { busca: ['x'], status: {} }))).toEqual({});
});

it('the operations filter offers every standing of a credit', () => {
  expect(STATUS_OPTIONS.map(({ value }) => value)).toEqual(['', ...STANDINGS]);
});
