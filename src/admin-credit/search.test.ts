import { expect, it } from 'vitest';
import { searchOf } from '#domain/places';
import { filtersOf, STATUS_OPTIONS } from './search.ts';

it('the URL of the proposals screen keeps a valid search and status and turns them into filters', () => {
  const search = searchOf('/admin/credit', {
    busca: ' reforma  da casa ',
    status: 'under_analysis',
    pagina: 3,
  });
  expect(search).toEqual({ busca: 'reforma da casa', status: 'under_analysis' });
  expect(filtersOf(search)).toEqual({ q: 'reforma da casa', status: 'under_analysis' });
  expect(filtersOf(searchOf('/admin/credit', { status: 'review' }))).toEqual({ status: 'review' });
  expect(searchOf('/admin/credit', { busca: 2026, status: 'defaulted' })).toEqual({ busca: '2026' });
  expect(filtersOf(searchOf('/admin/credit', { busca: ['x'], status: {} }))).toEqual({});
});

it('the status filter offers every specified status, undecided proposals and requested reviews', () => {
  expect(STATUS_OPTIONS.map(({ label }) => label)).toEqual([
    'Todas',
    'Pendente',
    'Em Análise',
    'Aprovado',
    'Rejeitado',
    'Ativo',
    'Aguardando decisão',
    'Revisão pedida',
  ]);
});
