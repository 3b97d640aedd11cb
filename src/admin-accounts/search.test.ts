import { expect, it } from 'vitest';
import { searchOf } from '#domain/places';
import { filtersOf } from './search.ts';

it('the URL of the accounts screen keeps valid search, type and status and drops the rest', () => {
  expect(searchOf('/admin/accounts', { busca: ' 1000-0008 ', tipo: 'savings', status: 'ativas' })).toEqual({
    busca: '1000-0008',
    tipo: 'savings',
    status: 'ativas',
  });
  expect(filtersOf(searchOf('/admin/accounts', { tipo: 'deposits' }))).toEqual({ type: 'deposits' });
  // The bank's own accounts and the mirrors of provider accounts are not listed.
  expect(searchOf('/admin/accounts', { busca: '  ', tipo: 'external', status: 'todas' })).toEqual({});
  expect(searchOf('/admin/accounts', { tipo: 'bank' })).toEqual({});
});

it('the URL of the accounts screen becomes exactly the filters it names', () => {
  expect(filtersOf({})).toEqual({});
  expect(filtersOf({ busca: 'ana', tipo: 'checking', status: 'inativas' })).toEqual({
    q: 'ana',
    type: 'checking',
    active: false,
  });
});
