import { describe, expect, it, test } from 'vitest';
import {
  exportPath,
  filtersOf,
  foldedCount,
  parseStatementSearch,
  periodOf,
  showsEverything,
} from './search.ts';

const TODAY = '2026-03-10';

describe('the URL of the statement', () => {
  it('the URL of the statement screen keeps valid filters as the router hands them over and drops the rest', () => {
    expect(
      parseStatementSearch({
        periodo: 7,
        busca: 2026,
        sentido: 'saidas',
        tipo: 'transfer',
        conta: 'externa',
        outra: 1,
      }),
    ).toEqual({ periodo: 7, busca: '2026', sentido: 'saidas', tipo: 'transfer', conta: 'externa' });
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

  it('the URL of the statement screen leaves out the default period, and a preset when days are given', () => {
    expect(parseStatementSearch({ periodo: 30 })).toEqual({});
    expect(parseStatementSearch({ periodo: 'tudo', de: '2026-03-01' })).toEqual({ de: '2026-03-01' });
    expect(periodOf({})).toBe(30);
    expect(periodOf({ ate: TODAY })).toBe('outro');
  });
});

test.each([
  ['the whole period shows everything', { periodo: 'tudo' }, '2020-01-01', true],
  ['the last 30 days show everything of an account 29 days old', {}, '2026-02-09', true],
  ['the last 30 days leave out the first day of an account 30 days old', {}, '2026-02-08', false],
  ['the last 30 days may leave something out of an account of unknown age', {}, undefined, false],
  [
    'days from before the opening until today show everything',
    { de: '2026-01-01', ate: TODAY },
    '2026-02-01',
    true,
  ],
  [
    'days that end before today leave something out',
    { de: '2026-01-01', ate: '2026-03-09' },
    '2026-02-01',
    false,
  ],
  ['a search leaves something out', { periodo: 'tudo', busca: 'x' }, undefined, false],
  ['outgoing only leaves something out', { periodo: 'tudo', sentido: 'saidas' }, undefined, false],
] as const)('statement filters: %s', (_case, search, since, expected) => {
  expect(showsEverything(search, TODAY, since)).toBe(expected);
});

describe('the filters', () => {
  it.each([
    ['the default period', {}, { from: '2026-02-09' }],
    ['7 days', { periodo: 7 }, { from: '2026-03-04' }],
    ['this month', { periodo: 'mes' }, { from: '2026-03-01' }],
    ['the whole period', { periodo: 'tudo' }, {}],
    ['a first day', { de: '2026-01-01' }, { from: '2026-01-01' }],
    [
      'a first and a last day',
      { de: '2026-01-01', ate: '2026-01-31' },
      { from: '2026-01-01', to: '2026-01-31' },
    ],
  ] as const)('%s of the statement becomes its from and to filters', (_case, search, expected) => {
    expect(filtersOf(search, TODAY)).toEqual({ account: 'all', view: 'movements', ...expected });
  });

  it('a folded statement counts the filters that are set, a custom period as one, the search not', () => {
    expect(foldedCount({})).toBe(0);
    expect(foldedCount({ periodo: 30, busca: 'pão' })).toBe(0);
    expect(foldedCount({ de: '2026-01-01', ate: '2026-01-31' })).toBe(1);
    expect(foldedCount({ periodo: 'tudo', tipo: 'deposit', conta: 'externa', sentido: 'entradas' })).toBe(4);
  });

  it('list and export of a statement use the same filters', () => {
    const filters = filtersOf(
      { periodo: 'tudo', busca: 'pão & água', sentido: 'entradas', tipo: 'deposit', conta: 'externa' },
      TODAY,
    );
    expect(filters).toEqual({
      account: 'external',
      view: 'movements',
      q: 'pão & água',
      type: 'deposit',
      direction: 'in',
    });
    expect(filtersOf({ periodo: 'tudo', tipo: 'transfer' }, TODAY)).toMatchObject({ kind: 'transfer' });
    const { pathname, searchParams } = new URL(exportPath(filters, 'csv'), 'http://localhost');
    expect(pathname).toBe('/api/ledger/export');
    expect(Object.fromEntries(searchParams)).toEqual({ ...filters, format: 'csv' });
  });
});
