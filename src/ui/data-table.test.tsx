// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { system } from '../theme.ts';
import { type Column, DataTable } from './data-table.tsx';
import type { PagedQuery } from './paged-list.tsx';

let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});

afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

type Person = { id: string; name: string; city: string };
const people: Person[] = [
  { id: '1', name: 'Ana', city: 'Santos' },
  { id: '2', name: 'Bruno', city: 'Diadema' },
];
const columns: Column<Person>[] = [
  { title: 'Nome', kind: 'name', cell: ({ name }) => name },
  { title: 'Cidade', cell: ({ city }) => city },
];

type Shown = { query?: Partial<PagedQuery>; rows?: Person[]; total?: number };

function show({ query, rows, total }: Shown) {
  const calls: string[] = [];
  const asked: PagedQuery = {
    error: null,
    isFetching: false,
    isPlaceholderData: false,
    hasNextPage: false,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    fetchNextPage: () => calls.push('next'),
    refetch: () => calls.push('again'),
    ...query,
  };
  act(() =>
    root.render(
      <ChakraProvider value={system}>
        <DataTable
          label="Pessoas"
          columns={columns}
          query={asked}
          rows={rows}
          total={total}
          rowKey={({ id }) => id}
          noun={['pessoa', 'pessoas']}
          failure="Não foi possível carregar as pessoas"
          empty={{ title: 'Ninguém aqui' }}
        />
      </ChakraProvider>,
    ),
  );
  return calls;
}

const button = (name: string) =>
  Array.from(document.querySelectorAll('button')).find(({ textContent }) => textContent === name);
const text = () => document.body.textContent;

it('a loading table shows a loading text and no table', () => {
  show({ query: { isFetching: true } });
  expect(text()).toContain('Carregando pessoas…');
  expect(document.querySelector('[role=table]')).toBeNull();
});

it('a table keeps its table roles for screen readers in either layout', () => {
  show({ rows: people, total: 2 });
  const roles = (role: string) =>
    Array.from(document.querySelectorAll(`[role=${role}]`), (cell) => cell.textContent);
  expect(roles('columnheader')).toEqual(['Nome', 'Cidade']);
  expect(roles('rowheader')).toEqual(['Ana', 'Bruno']);
  // Screen readers read the column heading, so the label beside each value is hidden from them.
  expect(document.querySelector('[role=cell] [aria-hidden]')?.textContent).toBe('Cidade');
  expect(document.querySelector('[role=status]')?.textContent).toBe('2 pessoas');
  expect(button('Carregar mais')).toBeUndefined();
});

it('a table shows loaded and total rows and fetches the next page', () => {
  const calls = show({ rows: people, total: 1312, query: { hasNextPage: true } });
  expect(text()).toContain('2 de 1.312 pessoas');
  act(() => button('Carregar mais')?.click());
  expect(calls).toEqual(['next']);
});

it('an empty table shows its empty text, unless there is more to fetch', () => {
  show({ rows: [], total: 0 });
  expect(text()).toContain('Ninguém aqui');
  show({ rows: [], total: 3, query: { hasNextPage: true } });
  expect(text()).not.toContain('Ninguém aqui');
});

it('a failed first page shows the failure and can be tried again', () => {
  const calls = show({ query: { error: new Error('down') } });
  expect(text()).toContain('Não foi possível carregar as pessoas');
  act(() => button('Tentar de novo')?.click());
  expect(calls).toEqual(['again']);
});

it('a failed later page keeps the rows and retries only that page', () => {
  const failed = { error: new Error('down'), hasNextPage: true, isFetchNextPageError: true };
  const calls = show({ rows: people, total: 9, query: failed });
  expect(text()).toContain('Ana');
  expect(button('Carregar mais')).toBeUndefined();
  act(() => button('Tentar de novo')?.click());
  expect(calls).toEqual(['next']);
});
