import { expect, it } from 'vitest';
import { STANDINGS } from '#domain/credit/standing-words';
import { filtersOf, parseOperationsSearch, STATUS_OPTIONS } from './search.ts';

it('the operations address keeps valid search, status and delay and turns them into filters', () => {
  const search = parseOperationsSearch({ busca: ' 529.982 ', status: 'em_atraso', pagina: 3 });
  expect(search).toEqual({ busca: '529.982', status: 'em_atraso' });
  expect(filtersOf(search)).toEqual({ q: '529.982', status: 'em_atraso' });
  expect(parseOperationsSearch({ busca: 2026, status: 'atrasado' })).toEqual({ busca: '2026' });
  expect(filtersOf(parseOperationsSearch({ atraso: 30 }))).toEqual({ delay: 30 });
  expect(filtersOf(parseOperationsSearch({ atraso: 'novo' }))).toEqual({ delay: 'new' });
  expect([parseOperationsSearch({ atraso: '1' }), parseOperationsSearch({ atraso: 31 })]).toEqual([
    { atraso: 1 },
    {},
  ]);
  expect(filtersOf(parseOperationsSearch({ busca: ['x'], status: {} }))).toEqual({});
});

it('the operations filter offers every standing of a credit', () => {
  expect(STATUS_OPTIONS.map(({ value }) => value)).toEqual(['', ...STANDINGS]);
});
