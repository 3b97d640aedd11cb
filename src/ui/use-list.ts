import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Place, type SearchOf, searchOf } from '#domain/places';

/** A sort field: the server's name, and both directions in words: "da mais antiga à mais nova". */
export type Sort<Field extends string> = { field: Field; up: string; down: string };

/** Sort fields by their word in the URL. The default is the first one, descending. */
export type Sorts<Field extends string> = Record<string, Sort<Field>>;

export type ListView = {
  sorts: Sorts<string>;
  /** A key of `sorts`, with a minus for descending. */
  order: string;
  onOrder: (order: string) => void;
  size: number;
  sizes: readonly number[];
  onSize: (size: number) => void;
};

type Search = Record<string, unknown>;

type ListOptions<Of extends Place, Filters, Field extends string> = {
  /** The server's filters; without any, all rows are listed. */
  filtersOf?: (search: SearchOf<Of>) => Filters;
  sorts: Sorts<Field>;
  /** The default order of what is filtered; otherwise the first sort, descending. */
  orderOf?: (search: SearchOf<Of>) => string;
  rows: number;
};

/** The given filters, without undefined and ''. */
export function given<Of extends object>(of: Of) {
  const kept = Object.entries(of).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(kept) as { [Name in keyof Of]?: Exclude<Of[Name], undefined | ''> };
}

export const PAGED = {
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
  placeholderData: keepPreviousData,
};

/** `asked` is the server's input. Invalid parameters are removed from the URL, so that it matches the list. */
export function useList<Of extends Place, Field extends string, Filters extends object = object>(
  place: Of,
  { filtersOf, orderOf, sorts, rows }: ListOptions<Of, Filters, Field>,
) {
  const raw = useSearch({ from: place as '/admin/users' }) as Search;
  const navigate = useNavigate();
  const sizes = [rows, rows * 2, rows * 4];
  const newestFirst = `-${Object.keys(sorts)[0]}`;
  const read = (search: Search) => {
    const parsed = searchOf(place, search);
    return { ...parsed, ...viewOf(search, { sorts, sizes, defaultSort: orderOf?.(parsed) ?? newestFirst }) };
  };
  const search = read(raw);
  const { ordem = orderOf?.(search) ?? newestFirst, linhas = rows } = search;
  const go = (next: (current: Search) => object) =>
    void navigate({ to: place as '/admin/users', search: next as never, replace: true, resetScroll: false });
  // Based on the pending URL, so that two quick changes are both kept.
  const change = (changed: Search) => go((current) => read({ ...current, ...changed }));

  const isRead = Object.keys(raw).every((key) => raw[key] === undefined || key in search);
  useEffect(() => {
    if (!isRead) change({});
  });

  const filters = filtersOf?.(search) ?? ({} as Filters);
  const view: ListView = {
    sorts,
    order: ordem,
    onOrder: (order) => change({ ordem: order }),
    size: linhas,
    sizes,
    onSize: (size) => change({ linhas: size }),
  };
  return {
    search: search as SearchOf<Of>,
    filters,
    asked: { ...filters, limit: linhas, ...(ordem !== newestFirst && { sort: fieldOf(sorts, ordem) }) },
    isFiltered: Object.keys(filters).length > 0,
    view,
    change: change as (changed: { [Name in keyof SearchOf<Of>]?: unknown }) => void,
    clear: () => go((current) => viewOf(current, { sorts, sizes, defaultSort: newestFirst })),
  };
}

export type List<Parsed> = Pick<ReturnType<typeof useList>, 'isFiltered' | 'view' | 'clear'> & {
  search: Parsed;
  change: (changed: { [Name in keyof Parsed]?: unknown }) => void;
};

type Choices = { sorts: Sorts<string>; sizes: readonly number[]; defaultSort: string };

/** Order and page size in the URL; defaults are left out. */
function viewOf({ ordem, linhas }: Search, { sorts, sizes, defaultSort }: Choices) {
  const order = Object.keys(sorts)
    .flatMap((word) => [word, `-${word}`])
    .find((word) => word === ordem && word !== defaultSort);
  const size = sizes.slice(1).find((one) => one === Number(linhas));
  return { ...(order && { ordem: order }), ...(size && { linhas: size }) };
}

/** `-cadastro` → `-createdAt`. */
function fieldOf<Field extends string>(sorts: Sorts<Field>, order: string): Field | `-${Field}` {
  const { field } = sorts[order.replace('-', '')] as Sort<Field>;
  return order.startsWith('-') ? `-${field}` : field;
}

export function orderInWords({ sorts, order }: ListView): string {
  const sort = sorts[order.replace('-', '')];
  return (order.startsWith('-') ? sort?.down : sort?.up) ?? '';
}
