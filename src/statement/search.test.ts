import { describe, expect, it, test } from 'vitest';
import { exportPath, filtersOf, parseStatementSearch, periodOf, showsEverything } from './search.ts';

const TODAY = '2026-03-10';

describe('the address of the statement', () => {
  it('is read as the router hands it over, and what is not usable is dropped', () => {
    expect(
      parseStatementSearch({
        periodo: 7,
        busca: 2026,
        sentido: 'saidas',
        tipo: 'transfer',
        conta: '1234-5674',
        outra: 1,
      }),
    ).toEqual({ periodo: 7, busca: '2026', sentido: 'saidas', tipo: 'transfer', conta: '1234-5674' });
    expect(
      parseStatementSearch({
        periodo: 8,
        busca: ['a'],
        sentido: 'in',
        tipo: 'toString',
        conta: 'x',
        de: '2026-02-30',
        ate: 20260301,
      }),
    ).toEqual({});
    expect(parseStatementSearch({ busca: ` a\u0000 ${'b'.repeat(200)}` }).busca).toHaveLength(100);
  });

  it('says nothing of what is so anyway, and of a preset where days are given', () => {
    expect(parseStatementSearch({ periodo: 30 })).toEqual({});
    expect(parseStatementSearch({ periodo: 'tudo', de: '2026-03-01' })).toEqual({ de: '2026-03-01' });
    expect(periodOf({})).toBe(30);
    expect(periodOf({ ate: TODAY })).toBe('outro');
  });
});

test.each([
  [{ periodo: 'tudo' }, '2020-01-01', true],
  [{}, '2026-02-09', true],
  [{}, '2026-02-08', false],
  [{}, undefined, false],
  [{ de: '2026-01-01', ate: TODAY }, '2026-02-01', true],
  [{ de: '2026-01-01', ate: '2026-03-09' }, '2026-02-01', false],
  [{ periodo: 'tudo', busca: 'x' }, undefined, false],
  [{ periodo: 'tudo', sentido: 'saidas' }, undefined, false],
] as const)('%j of an account opened on %s leaves nothing out: %s', (search, since, expected) => {
  expect(showsEverything(search, TODAY, since)).toBe(expected);
});

describe('the filters', () => {
  it.each([
    [{}, { from: '2026-02-09' }],
    [{ periodo: 7 }, { from: '2026-03-04' }],
    [{ periodo: 'mes' }, { from: '2026-03-01' }],
    [{ periodo: 'tudo' }, {}],
    [{ de: '2026-01-01' }, { from: '2026-01-01' }],
    [
      { de: '2026-01-01', ate: '2026-01-31' },
      { from: '2026-01-01', to: '2026-01-31' },
    ],
  ] as const)('of the period %j are %j', (search, expected) => {
    expect(filtersOf(search, TODAY)).toEqual(expected);
  });

  it('are what the bank takes, and the file is asked for with the same', () => {
    const filters = filtersOf(
      { periodo: 'tudo', busca: 'pão & água', sentido: 'entradas', tipo: 'deposit' },
      TODAY,
      'id-1',
    );
    expect(filters).toEqual({ accountId: 'id-1', q: 'pão & água', type: 'deposit', direction: 'in' });
    const { pathname, searchParams } = new URL(exportPath(filters, 'csv'), 'http://localhost');
    expect(pathname).toBe('/api/ledger/export');
    expect(Object.fromEntries(searchParams)).toEqual({ ...filters, format: 'csv' });
  });
});
