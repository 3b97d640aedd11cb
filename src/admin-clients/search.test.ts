import { expect, it } from 'vitest';
import { searchOf } from '#domain/places';
import { filtersOf } from './search.ts';

it('the URL of the clients screen keeps valid filters and drops the rest', () => {
  expect(
    searchOf('/admin/users', { busca: '  ana   souza ', perfil: 'cliente', status: 'inativos' }),
  ).toEqual({
    busca: 'ana souza',
    perfil: 'cliente',
    status: 'inativos',
  });
  expect(filtersOf(searchOf('/admin/users', { desde: '2026-07-03' }))).toEqual({ from: '2026-07-03' });
  expect(searchOf('/admin/users', { desde: '2026-02-30' })).toEqual({});
  expect(searchOf('/admin/users', { busca: 2026 })).toEqual({ busca: '2026' });
  expect(searchOf('/admin/users', { busca: ['ana'], perfil: 'root', status: true, page: 2 })).toEqual({});
});

it('the URL of the clients screen becomes exactly the filters it names', () => {
  expect(filtersOf({})).toEqual({});
  expect(filtersOf({ busca: 'ana', perfil: 'admin', status: 'ativos' })).toEqual({
    q: 'ana',
    role: 'admin',
    active: true,
  });
  expect(filtersOf({ status: 'inativos' })).toEqual({ active: false });
});
