import { expect, it } from 'vitest';
import { filtersOf, parseAccountsSearch } from './search.ts';

it('the accounts address keeps valid search, type and status and drops the rest', () => {
  expect(parseAccountsSearch({ busca: ' 1000-0008 ', tipo: 'savings', status: 'ativas' })).toEqual({
    busca: '1000-0008',
    tipo: 'savings',
    status: 'ativas',
  });
  expect(filtersOf(parseAccountsSearch({ tipo: 'deposits' }))).toEqual({ type: 'deposits' });
  // The bank's own accounts and the mirrors of provider accounts are not listed.
  expect(parseAccountsSearch({ busca: '  ', tipo: 'external', status: 'todas' })).toEqual({});
  expect(parseAccountsSearch({ tipo: 'bank' })).toEqual({});
});

it('the accounts address becomes exactly the filters it names', () => {
  expect(filtersOf({})).toEqual({});
  expect(filtersOf({ busca: 'ana', tipo: 'checking', status: 'inativas' })).toEqual({
    q: 'ana',
    type: 'checking',
    active: false,
  });
});
