import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';

/** What a list can be sorted by: the server's name of it, and the two directions in words: "da mais antiga à mais nova". */
export type Sort<Field extends string> = { field: Field; up: string; down: string };

/** The orders of a list by their words in the address. The first one, downwards, is the usual order. */
export type Sorts<Field extends string> = Record<string, Sort<Field>>;

/** The order and the size of the pages, as the controls of a list need them. */
export type ListView = {
  sorts: Sorts<string>;
  /** A word of `sorts`, with a minus before it for downwards. */
  order: string;
  onOrder: (order: string) => void;
  size: number;
  /** The sizes to choose from. */
  sizes: readonly number[];
  onSize: (size: number) => void;
};

type Search = Record<string, unknown>;

type ListOptions<Parsed, Filters, Field extends string> = {
  /** Reads the address; drops what cannot be used. */
  parse: (search: Search) => Parsed;
  /** The address → what the server is asked for. */
  filtersOf: (search: Parsed) => Filters;
  sorts: Sorts<Field>;
  /** Rows of a page where the address names no other size. */
  rows: number;
};

/** How every paged list is fetched. */
export const PAGED = {
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
  placeholderData: keepPreviousData,
};

/**
 * The state of a list, which is in the address: its filters as the screen's own `parse` reads them, `ordem` and `linhas`.
 * `asked` is the server's input. What cannot be used is taken out of the address: it says what is shown.
 */
export function useList<Parsed extends object, Filters extends object, Field extends string>(
  path: string,
  { parse, filtersOf, sorts, rows }: ListOptions<Parsed, Filters, Field>,
) {
  const raw = useSearch({ from: path as '/admin/users' }) as Search;
  const navigate = useNavigate();
  const sizes = [rows, rows * 2, rows * 4];
  const usual = `-${Object.keys(sorts)[0]}`;
  const read = (search: Search) => ({ ...parse(search), ...viewOf(search, { sorts, sizes, usual }) });
  const search = read(raw);
  const { ordem = usual, linhas = rows } = search;
  const go = (next: (current: Search) => object) =>
    void navigate({ to: path as '/admin/users', search: next as never, replace: true, resetScroll: false });
  // Over what the address will be: two choices in quick succession are both kept.
  const change = (changed: Search) => go((current) => read({ ...current, ...changed }));

  const isRead = Object.keys(raw).every((key) => raw[key] === undefined || key in search);
  useEffect(() => {
    if (!isRead) change({});
  });

  const filters = filtersOf(search);
  const view: ListView = {
    sorts,
    order: ordem,
    onOrder: (order) => change({ ordem: order }),
    size: linhas,
    sizes,
    onSize: (size) => change({ linhas: size }),
  };
  return {
    search: search as Parsed,
    filters,
    asked: { ...filters, limit: linhas, ...(ordem !== usual && { sort: fieldOf(sorts, ordem) }) },
    isFiltered: Object.keys(filters).length > 0,
    view,
    change: change as (changed: { [Name in keyof Parsed]?: unknown }) => void,
    clear: () => go((current) => viewOf(current, { sorts, sizes, usual })),
  };
}

/** What the screen of a list needs of it. */
export type List<Parsed> = Pick<ReturnType<typeof useList>, 'isFiltered' | 'view' | 'clear'> & {
  search: Parsed;
  change: (changed: { [Name in keyof Parsed]?: unknown }) => void;
};

type Choices = { sorts: Sorts<string>; sizes: readonly number[]; usual: string };

/** Order and page size in the address; the usual ones are not written there. */
function viewOf({ ordem, linhas }: Search, { sorts, sizes, usual }: Choices) {
  const order = Object.keys(sorts)
    .flatMap((word) => [word, `-${word}`])
    .find((word) => word === ordem && word !== usual);
  const size = sizes.slice(1).find((one) => one === Number(linhas));
  return { ...(order && { ordem: order }), ...(size && { linhas: size }) };
}

/** `-cadastro` → `-createdAt`. */
function fieldOf<Field extends string>(sorts: Sorts<Field>, order: string): Field | `-${Field}` {
  const { field } = sorts[order.replace('-', '')] as Sort<Field>;
  return order.startsWith('-') ? `-${field}` : field;
}

/** The direction of the order in words. */
export function orderInWords({ sorts, order }: ListView): string {
  const sort = sorts[order.replace('-', '')];
  return (order.startsWith('-') ? sort?.down : sort?.up) ?? '';
}
