import { z } from 'zod';
import { addDays } from '#domain/date';
import type { Call, ProviderRequest } from './call.ts';
import { pageSchema } from './fields.ts';
import { answered, mapped, type Outcome, unknown } from './outcome.ts';

/** Guards against a list that never ends, which would fill the memory. */
const MAX_PAGES = 10_000;
const MAX_ITEMS = 250_000;
const MAX_BYTES_PER_ITEM = 8 * 1024;

const LAST_DAY = '9999-01-01';

/** `maxPages`: beyond so many the outcome is unknown; MAX_PAGES if left out. */
type ListRequest<S extends z.ZodType> = Pick<ProviderRequest<unknown>, 'path' | 'query'> & {
  item: S;
  pageSize: number;
  maxPages?: number | undefined;
};

/** Every item once, even if new items shift others to a later page. Returns the outcome of the first failed page. */
export async function allPages<S extends z.ZodType<{ id: string }>>(
  call: Call,
  request: ListRequest<S>,
): Promise<Outcome<z.output<S>[]>> {
  const items = new Map<string, z.output<S>>();
  const ended = await eachPage(call, request, (page) => {
    for (const item of page) items.set(item.id, item);
    return false;
  });
  return mapped(ended, () => [...items.values()]);
}

/** As `allPages`, of a list without a filter by day: up to the first page whose items are all older than the day. */
export async function pagesSince<S extends z.ZodType<{ id: string; createdOn: string | null }>>(
  call: Call,
  request: ListRequest<S>,
  since: string,
): Promise<Outcome<z.output<S>[]>> {
  const items = new Map<string, z.output<S>>();
  const ended = await eachPage(call, request, (page) => {
    for (const item of page) items.set(item.id, item);
    return page.length > 0 && page.every(({ createdOn }) => createdOn !== null && createdOn < since);
  });
  return mapped(ended, () => [...items.values()]);
}

/** The newest items, since the provider lists them first: as many as one page has. */
export async function firstPage<S extends z.ZodType>(
  call: Call,
  request: ListRequest<S>,
): Promise<Outcome<z.output<S>[]>> {
  let items: z.output<S>[] = [];
  const ended = await eachPage(call, request, (page) => {
    items = page;
    return true;
  });
  return mapped(ended, () => items);
}

/** What the first `maxPages` pages of a list since a day have. `since`: the first day of which they have all, as the newest come first. */
export type Newest<T> = { items: T[]; since: string };

export async function newestPages<S extends z.ZodType<{ id: string; createdOn: string | null }>>(
  call: Call,
  request: ListRequest<S>,
  { since, maxPages }: { since: string; maxPages: number },
): Promise<Outcome<Newest<z.output<S>>>> {
  const items = new Map<string, z.output<S>>();
  let pages = 0;
  let isCut = false;
  const ended = await eachPage(call, request, (page, hasMore) => {
    for (const item of page) items.set(item.id, item);
    pages += 1;
    isCut = hasMore && pages >= maxPages;
    return isCut;
  });
  return mapped(ended, () => {
    const all = [...items.values()];
    return { items: all, since: isCut ? dayAfterOldest(all) : since };
  });
}

export async function findInPages<S extends z.ZodType>(
  call: Call,
  request: ListRequest<S>,
  isWanted: (item: z.output<S>) => boolean,
): Promise<Outcome<z.output<S> | null>> {
  let found: z.output<S> | null = null;
  const ended = await eachPage(call, request, (page) => {
    found = page.find(isWanted) ?? null;
    return found !== null;
  });
  return mapped(ended, () => found);
}

/** The item with this reference. Unreadable items with other references are skipped. */
export async function findByReference<S extends z.ZodType<{ externalReference: string | null }>>(
  call: Call,
  request: ListRequest<S>,
  externalReference: string,
): Promise<Outcome<z.output<S> | null>> {
  const others = z
    .object({ externalReference: z.string().nullish() })
    .refine((other) => other.externalReference !== externalReference)
    .transform(() => null);
  const item = z.union([request.item, others]);
  return findInPages(call, { ...request, item }, (one) => one?.externalReference === externalReference);
}

/** Of the oldest day itself there may be more. */
function dayAfterOldest(items: readonly { createdOn: string | null }[]): string {
  const days = items.flatMap(({ createdOn }) => createdOn ?? []);
  return addDays(
    days.reduce((oldest, day) => (day < oldest ? day : oldest), LAST_DAY),
    1,
  );
}

async function eachPage<S extends z.ZodType>(
  call: Call,
  { path, query, item, pageSize, maxPages = MAX_PAGES }: ListRequest<S>,
  isEnough: (page: z.output<S>[], hasMore: boolean) => boolean,
): Promise<Outcome<null>> {
  const answer = pageSchema(item);
  const maxBytes = pageSize * MAX_BYTES_PER_ITEM;
  let offset = 0;
  for (let pages = 0; pages < maxPages && offset < MAX_ITEMS; pages++) {
    const page = await call({
      method: 'GET',
      path,
      query: { ...query, offset, limit: pageSize },
      answer,
      maxBytes,
    });
    if (page.kind !== 'answered') return page;
    const { data, hasMore } = page.value;
    if (isEnough(data as z.output<S>[], hasMore) || !hasMore) return answered(null);
    if (data.length === 0) return unknown('malformed');
    offset += data.length;
  }
  return unknown('malformed');
}
