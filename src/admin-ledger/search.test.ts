import { expect, it } from 'vitest';
import { searchOf } from '#domain/places';
import { exportPath, filtersOf, moreFilterCount } from './search.ts';

it('the URL of the ledger screen keeps valid filters and drops the rest', () => {
  const asked = {
    busca: ' Ana\u0000  Moreira ',
    tipo: 'transfer',
    lado: 'todos',
    sentido: 'saidas',
    de: '2026-07-01',
    ate: '2026-07-31',
    minimo: 10.5,
    maximo: '1000',
    transacao: '0193a1b2-0000-7000-8000-000000000001',
    conciliacao: 'ultima',
  };
  const search = searchOf('/admin/ledger', asked);
  expect(filtersOf(search)).toEqual({
    q: 'Ana Moreira',
    side: 'all',
    type: 'transfer',
    direction: 'out',
    from: '2026-07-01',
    to: '2026-07-31',
    least: '10.50',
    most: '1000.00',
  });
  expect(search.transacao).toBe('0193a1b2-0000-7000-8000-000000000001');
  expect(search.conciliacao).toBe('ultima');
  expect(moreFilterCount(search)).toBe(5);
  const wrong = {
    busca: ['x'],
    tipo: 'gift',
    lado: 'toString',
    sentido: 'in',
    de: '31/07/2026',
    ate: '2026-02-30',
    minimo: '-1',
    maximo: '1.234',
    transacao: 'a b',
    conciliacao: '<b>',
    outra: 'coisa',
  };
  expect(searchOf('/admin/ledger', wrong)).toEqual({});
  expect(moreFilterCount({ busca: 'x', tipo: 'fee', lado: 'banco' })).toBe(0);
});

it('"lado=fora" in the URL of the ledger screen selects money that crossed the limits of the bank', () => {
  expect(filtersOf(searchOf('/admin/ledger', { lado: 'fora' }))).toEqual({ side: 'gates' });
});

it('the ledger export asks for the rows of the current filters', () => {
  expect(exportPath({ q: 'João & Ana', least: '10.50' })).toBe(
    '/api/admin/ledger/export?q=Jo%C3%A3o+%26+Ana&least=10.50',
  );
});
