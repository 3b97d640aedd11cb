import type { Context } from 'hono';
import { MAX_AMOUNT_CENTS, parseDecimal, toDecimal } from '#domain/money';
import { badRequest, notFound, ProviderError } from './provider-error.ts';
import type { Records } from './records.ts';
import type { Routes, Simulator } from './simulator.ts';
import type { ListFilter } from './store.ts';

export type Body = Record<string, unknown>;

/** Throws 400 unless it is a JSON object. */
export async function bodyOf(c: Context): Promise<Body> {
  const body: unknown = await c.req.json().catch(() => null);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('invalid_object', 'O corpo da requisição não é um JSON válido.');
  return body as Body;
}

export function textOf(body: Body, field: string): string | null {
  const value = body[field];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

export function require(body: Body, fields: readonly string[]): void {
  const missing = fields.filter((field) => textOf(body, field) === null);
  if (missing.length === 0) return;
  throw new ProviderError(
    400,
    missing.map((field) => ({
      code: `invalid_${field}`,
      description: `O campo ${field} deve ser informado.`,
    })),
  );
}

/** In cents; null if missing. Throws 400 unless positive with at most two decimals. */
export function centsOf(body: Body, field: string): number | null {
  const value = body[field];
  if (value === undefined || value === null) return null;
  const cents = parseDecimal(String(value));
  if (cents === null || cents <= 0 || cents > MAX_AMOUNT_CENTS)
    throw badRequest(`invalid_${field}`, `O campo ${field} deve ser maior que zero.`);
  return cents;
}

export const toNumber = (cents: number): number => Number(toDecimal(cents));

export function paged(
  c: Context,
  maxLimit: number,
): {
  filter: ListFilter;
  page: { offset: number; limit: number };
  answer: (totalCount: number, data: unknown[]) => Response;
} {
  const query = c.req.query();
  const offset = Math.max(0, Math.trunc(Number(query.offset ?? 0)) || 0);
  const limit = Math.min(maxLimit, Math.max(1, Math.trunc(Number(query.limit ?? 10)) || 10));
  const filter: ListFilter = {
    reference: query.externalReference,
    since: query['dateCreated[ge]'],
    until: query['dateCreated[le]'],
    status: query.status,
    pixQrCodeId: query.pixQrCodeId,
    paidSince: query['paymentDate[ge]'],
  };
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  return {
    filter: given,
    page: { offset, limit },
    answer: (totalCount, data) =>
      c.json({
        object: 'list',
        hasMore: offset + data.length < totalCount,
        totalCount,
        limit,
        offset,
        data,
      }),
  };
}

type OwnKind = 'transfer' | 'bill' | 'payment' | 'pixDebit';

/** What a list can be filtered by, where that is less than usual: transfers by their day, boletos by nothing. */
const FILTERS: Partial<Record<OwnKind, readonly string[]>> = { transfer: ['since', 'until'], bill: [] };

/** `GET path`: a page of the account's own records; `GET path/:id`: one of them. */
export function readRoutes<K extends OwnKind>(
  routes: Routes,
  { store }: Simulator,
  [path, kind, maxLimit]: [path: string, kind: K, maxLimit: number],
  answer: (record: Records[K]) => object,
): void {
  routes.get(path, (c) => {
    const { filter, page, answer: answerPage } = paged(c, maxLimit);
    const known = Object.entries(filter).filter(([name]) => FILTERS[kind]?.includes(name) ?? true);
    const own: ListFilter = { ...Object.fromEntries(known), accountId: c.get('account').id };
    return answerPage(store.count(kind, own), store.list(kind, own, page).map(answer));
  });
  routes.get(`${path}/:id`, (c) => {
    const record = store.get(kind, c.req.param('id') ?? '');
    if (record?.accountId !== c.get('account').id) throw notFound();
    return c.json(answer(record));
  });
}
