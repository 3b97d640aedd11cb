import { expect, it } from 'vitest';
import { searchOf } from '#domain/places';
import { filtersOf, orderOf, STATUS_OPTIONS } from './search.ts';

it('the URL of the proposals screen keeps a valid search and status and turns them into filters', () => {
  const search = searchOf('/admin/credit', {
    busca: ' reforma  da casa ',
    status: 'under_analysis',
    pagina: 3,
  });
  expect(search).toEqual({ busca: 'reforma da casa', status: 'under_analysis' });
  expect(filtersOf(search)).toEqual({ q: 'reforma da casa', status: 'under_analysis' });
  expect(filtersOf(searchOf('/admin/credit', { status: 'review' }))).toEqual({ status: 'review' });
  expect(searchOf('/admin/credit', { busca: 2026, status: 'paid' })).toEqual({ busca: '2026' });
  expect(filtersOf(searchOf('/admin/credit', { busca: ['x'], status: {} }))).toEqual({});
});

it('the status filter offers every specified status, undecided proposals and requested reviews', () => {
  expect(STATUS_OPTIONS.map(({ label }) => label)).toEqual([
    'Todas',
    'Pendente',
    'Em Análise',
    'Aprovado',
    'Ativo',
    'Inadimplente',
    'Rejeitado',
    'Cancelado',
    'Aguardando decisão',
    'Concedidas',
    'Revisão pedida',
  ]);
});

it('proposals that wait are listed from the oldest on, others from the newest', () => {
  const waiting = ['pending', 'under_analysis', 'undecided', 'review'] as const;
  expect(waiting.map((status) => orderOf({ status }))).toEqual(['data', 'data', 'data', 'data']);
  expect([orderOf({}), orderOf({ status: 'granted' })]).toEqual(['-data', '-data']);
});
