/** @module-tag postgresInCi */
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Db } from '#db/db';
import { testDb } from '#db/testing/test-db';
import { accountNumberCandidates, openAccount } from './open-account.ts';
import { type EntriesPage, entriesPage, type PageRequest } from './statement.ts';
import { adjust, makeCustomer, outcome, send } from './testing/bank.ts';

const at = (moment: string) => ({ createdAt: new Date(moment) });

/** João gets money on the 10th at 23:59 and the 11th at 0:00 (bank time). */
async function scene() {
  const db = await testDb();
  const ana = await makeCustomer(db, 'Ana Lima');
  const joao = await makeCustomer(db, 'João Araújo');
  await adjust(db, ana.accountId, 10_000, { description: 'Salário', ...at('2026-11-01T12:00:00Z') });
  await adjust(db, ana.accountId, 5_000, { description: 'Bônus', ...at('2026-11-10T03:00:00Z') });
  await send(db, ana.accountId, joao.accountId, 300, {
    description: 'Almoço',
    ...at('2026-11-11T02:59:59.999Z'),
  });
  await send(db, ana.accountId, joao.accountId, 400, {
    description: 'Cinema',
    ...at('2026-11-11T03:00:00Z'),
  });
  return { db, ana, joao };
}

const said = (page: EntriesPage) => page.entries.map((entry) => entry.description);

test('a statement page lists the newest first, with transaction, balance and counterparty', async () => {
  const { db, ana, joao } = await scene();
  const page = await entriesPage(db, { accountIds: [ana.accountId] });
  expect(said(page)).toEqual(['Cinema', 'Almoço', 'Bônus', 'Salário']);
  expect(page.nextCursor).toBe(null);
  expect(page.entries[0]).toMatchObject({
    accountId: ana.accountId,
    seq: 4,
    type: 'transfer',
    amountCents: -400,
    balanceAfterCents: 14_300,
    createdAt: new Date('2026-11-11T03:00:00Z'),
    counterparty: { name: 'João Araújo', document: expect.stringContaining('***') },
  });
  expect(page.entries[2]?.counterparty).toBe(null);
  const [received] = (await entriesPage(db, { accountIds: [joao.accountId] })).entries;
  expect(received).toMatchObject({
    amountCents: 400,
    balanceAfterCents: 700,
    counterparty: { name: 'Ana Lima' },
  });
});

test('the days of a statement filter are São Paulo days, both ends included', async () => {
  const { db, ana } = await scene();
  const days = async (from?: string, to?: string) =>
    said(await entriesPage(db, { accountIds: [ana.accountId], from, to }));
  expect(await days('2026-11-10', '2026-11-10')).toEqual(['Almoço', 'Bônus']);
  expect(await days('2026-11-11')).toEqual(['Cinema']);
  expect(await days(undefined, '2026-11-09')).toEqual(['Salário']);
  expect(await days('2026-11-02', '2026-11-09')).toEqual([]);
  expect(await days('2026-12-01')).toEqual([]);
  expect(await days('2026-10-01', '2026-11-10')).toEqual(['Almoço', 'Bônus', 'Salário']);
});

test('a statement is filtered by type, direction and text, ignoring case and accents', async () => {
  const { db, ana, joao } = await scene();
  const found = async (filter: Partial<PageRequest>) =>
    said(await entriesPage(db, { accountIds: [ana.accountId], ...filter }));
  expect(await found({ type: 'deposit' })).toEqual(['Bônus', 'Salário']);
  expect(await found({ direction: 'out' })).toEqual(['Cinema', 'Almoço']);
  expect(await found({ direction: 'in', q: 'SALARIO' })).toEqual(['Salário']);
  expect(await found({ q: 'joao ara' })).toEqual(['Cinema', 'Almoço']);
  expect(await found({ q: '%' })).toEqual([]);
  expect(await found({ q: 'almoco', limit: 1 })).toEqual(['Almoço']);
  await adjust(db, ana.accountId, 1, { description: 'Um centavo recebido', ...at('2026-11-12T12:00:00Z') });
  await send(db, ana.accountId, joao.accountId, 1, {
    description: 'Um centavo pago',
    ...at('2026-11-12T13:00:00Z'),
  });
  expect(await found({ direction: 'in' })).toEqual(['Um centavo recebido', 'Bônus', 'Salário']);
  expect(await found({ direction: 'out' })).toEqual(['Um centavo pago', 'Cinema', 'Almoço']);
});

test.each([{ type: 'fee' }, { direction: 'in' }, { q: 'x' }] as const)(
  'a search by %o that finds nothing soon answers an empty page to continue from',
  async (filter) => {
    const db = await testDb();
    const [ana, bruno] = [await makeCustomer(db), await makeCustomer(db)];
    await adjust(db, ana.accountId, 100);
    for (let sent = 0; sent < 8; sent += 1) await send(db, ana.accountId, bruno.accountId, 1);
    const search = { chunkRows: 2, rowsAtMost: 4 };
    const request = { accountIds: [ana.accountId] };
    expect(await entriesPage(db, { ...request, ...filter }, search)).toEqual({
      entries: [],
      nextCursor: '6',
    });
    const whole = await entriesPage(db, request, search);
    expect(whole.entries).toHaveLength(9);
    expect(whole.nextCursor).toBe(null);
    const page = await entriesPage(db, { ...request, limit: 3 }, { chunkRows: 1, rowsAtMost: 1 });
    expect(page.entries).toHaveLength(3);
  },
);

test('a search of two accounts shows no older line before it has reached the newer ones', async () => {
  const db = await testDb();
  const [ana, bruno] = [await makeCustomer(db), await makeCustomer(db)];
  const note = (accountId: string, description: string, minute: number) =>
    adjust(db, accountId, 1, { description, createdAt: new Date(Date.UTC(2026, 10, 20, 12, minute)) });
  const [first = '', second = ''] = [ana.accountId, bruno.accountId].sort();
  await note(second, 'presente antigo', 1);
  await note(first, 'presente novo', 2);
  for (let minute = 3; minute < 6; minute += 1) await note(first, 'outro', minute);
  const request = { accountIds: [first, second], q: 'presente' };
  const search = { chunkRows: 2, rowsAtMost: 2 };
  expect((await entriesPage(db, request, search)).entries).toEqual([]);
  const found = await readAll(db, request, search);
  expect(found.map(({ description }) => description)).toEqual(['presente novo', 'presente antigo']);
});

test('a statement cursor stays valid in whatever order its accounts are named', async () => {
  const { db, ana, joao } = await scene();
  const accountIds = [ana.accountId, joao.accountId].sort();
  const inOrder = await readAll(db, { accountIds, limit: 1 });
  expect(inOrder).toHaveLength(6);
  expect(await readAll(db, { accountIds: accountIds.toReversed(), limit: 1 })).toEqual(inOrder);
  const first = await entriesPage(db, { accountIds, limit: 3 });
  const named = [...accountIds.toReversed(), ...accountIds];
  const rest = await entriesPage(db, { accountIds: named, cursor: first.nextCursor });
  expect([...first.entries, ...rest.entries]).toEqual(inOrder);
});

test('a statement line with the bank has no counterparty', async () => {
  const db = await testDb();
  const [ana, bruno] = [await makeCustomer(db), await makeCustomer(db, 'Bruno')];
  await adjust(db, ana.accountId, 100);
  await send(db, ana.accountId, bruno.accountId, 40);
  const [, deposit] = (await entriesPage(db, { accountIds: [ana.accountId] })).entries;
  expect(deposit?.counterparty).toBe(null);
});

test('an invalid statement cursor is refused', async () => {
  const { db, ana } = await scene();
  for (const cursor of ['', 'x', '1.', '-1', '1e3', '99999999999']) {
    expect(await outcome(entriesPage(db, { accountIds: [ana.accountId], cursor }))).toBe('VALIDATION');
  }
});

async function readAll(
  db: Db,
  request: PageRequest,
  search?: { chunkRows: number; rowsAtMost: number },
): Promise<EntriesPage['entries']> {
  const all: EntriesPage['entries'] = [];
  let cursor: string | null = null;
  let pages = 0;
  do {
    pages += 1;
    if (pages > 200) throw new Error(`paging did not end after ${pages} pages`);
    const page: EntriesPage = await entriesPage(db, { ...request, cursor }, search);
    expect(page.entries.length).toBeLessThanOrEqual(request.limit ?? 50);
    all.push(...page.entries);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}

test('statement pages of any size, accounts and filter together have every line once, in order', async () => {
  const db = await testDb();
  const people = [await makeCustomer(db), await makeCustomer(db, 'Zé'), await makeCustomer(db, 'Bruno')];
  const ids = people.map((person) => person.accountId);
  for (const [index, id] of ids.entries()) await adjust(db, id, 1_000, at(`2026-11-0${index + 1}T12:00:00Z`));
  for (let step = 0; step < 40; step += 1) {
    const [from, to] = [ids[step % 3] ?? '', ids[(step * 2 + 1) % 3] ?? ''];
    if (from === to) continue;
    await send(db, from, to, 1 + step, {
      description: step % 4 ? 'par' : 'ímpar',
      ...at(new Date(Date.UTC(2026, 10, 5, step)).toISOString()),
    });
  }
  const whole = await readAll(db, { accountIds: ids, limit: 200 });
  const order = whole.map((entry) => entry.createdAt.getTime());
  expect(order).toEqual(order.toSorted((one, other) => other - one));
  expect(whole).toHaveLength(3 + 2 * 27);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 30 }),
      fc.subarray(ids, { minLength: 1 }),
      fc.record({
        q: fc.constantFrom(undefined, 'impar', 'zé'),
        direction: fc.constantFrom(undefined, 'in', 'out'),
        type: fc.constantFrom(undefined, 'deposit', 'transfer', 'fee'),
      }),
      fc.record({ chunkRows: fc.integer({ min: 1, max: 20 }), rowsAtMost: fc.integer({ min: 1, max: 60 }) }),
      async (limit, accountIds, filter, search) => {
        const paged = await readAll(db, { accountIds, limit, ...filter }, search);
        const once = await readAll(db, { accountIds, limit: 200, ...filter });
        expect(paged).toEqual(once);
        const places = new Set(paged.map((entry) => `${entry.accountId} ${entry.seq}`));
        expect(places.size).toBe(paged.length);
        if (!filter.q && !filter.direction && !filter.type) {
          expect(new Set(paged)).toEqual(
            new Set(whole.filter((entry) => accountIds.includes(entry.accountId))),
          );
        }
      },
    ),
    { numRuns: 25 },
  );
});

test('a posting between two statement pages neither repeats nor hides a line', async () => {
  const { db, ana, joao } = await scene();
  const first = await entriesPage(db, { accountIds: [ana.accountId], limit: 2 });
  await send(db, ana.accountId, joao.accountId, 1, { description: 'Novo', ...at('2026-11-12T12:00:00Z') });
  const second = await entriesPage(db, { accountIds: [ana.accountId], limit: 2, cursor: first.nextCursor });
  expect([...said(first), ...said(second)]).toEqual(['Cinema', 'Almoço', 'Bônus', 'Salário']);
});

test('a page of which the view leaves out many entries is read in few queries', async () => {
  const { db, ana } = await scene();
  const savings = await db.transaction((tx) =>
    openAccount(tx, {
      userId: ana.userId,
      accountType: 'savings',
      candidates: accountNumberCandidates(),
      ...at('2026-11-12T12:00:00Z'),
    }),
  );
  for (let made = 0; made < 40; made += 1)
    await send(db, ana.accountId, savings.id, 1, { isOwnMove: true, ...at('2026-11-12T12:00:00Z') });
  const asked = vi.spyOn(db, 'prepared');
  const page = await entriesPage(db, {
    accountIds: [savings.id],
    isEveryAccount: true,
    view: 'movements',
    limit: 1,
  });
  expect(page).toEqual({ entries: [], nextCursor: null });
  expect(asked.mock.calls.filter(([name]) => name === 'ledger.statement').length).toBeLessThan(8);
});

test('a position after the last entry is read as the end of the statement', async () => {
  const { db, ana } = await scene();
  const page = (cursor: string | null, from?: string) =>
    entriesPage(db, { accountIds: [ana.accountId], limit: 1, cursor, from });
  expect(await page('2147483646')).toEqual(await page(null));
  expect(await page('2147483646', '2026-12-01')).toEqual({ entries: [], nextCursor: null });
});
