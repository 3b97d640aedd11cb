/** @module-tag postgresInCi */
import { expect } from 'vitest';
import { seedDemo } from '#server/seed/seed';
import { test as bankTest } from '#server/testing/bank-test';
import { makeAdmin, makeCustomer } from '#server/testing/people';
import { codeOf } from '#server/testing/refusal-of';

type Input = { sort?: string; limit?: number; cursor?: string };
type Listed = { rows: Record<string, unknown>[]; nextCursor: string | null };
type List = (input: Input) => Promise<Listed>;

const test = bankTest.extend('lists', async ({ bank }) => {
  await seedDemo(bank);
  await makeCustomer(bank, { fullName: 'Álvaro Beltrão' });
  // Two customers of the same name: the cursor must tell them apart.
  await makeCustomer(bank, { fullName: 'érica Dutra' });
  await makeCustomer(bank, { fullName: 'érica Dutra' });
  const { call } = await makeAdmin(bank);
  const of =
    (list: unknown, name: string): List =>
    async (input) => {
      const answer = await (list as (input: Input) => Promise<Record<string, unknown>>)(input);
      return { rows: answer[name] as Listed['rows'], nextCursor: answer.nextCursor as string | null };
    };
  return {
    users: of(call.admin.users.list, 'users'),
    accounts: of(call.admin.accounts.list, 'accounts'),
    proposals: of(call.credit.proposals.list, 'proposals'),
    operations: of(call.credit.operations.list, 'operations'),
    investments: of(call.investment.list, 'investments'),
    ledger: of(call.admin.ledger.list, 'entries'),
    audit: of(call.admin.audit.list, 'logs'),
    runs: of(call.admin.jobs.runs, 'runs'),
  };
});

/** At most this many rows of a list are read; a multiple of the page size. */
const WALKED = 90;

async function walked(list: List, sort: string): Promise<Listed['rows']> {
  const rows: Listed['rows'] = [];
  let cursor: string | null = null;
  do {
    const page: Listed = await list({ sort, limit: 3, ...(cursor && { cursor }) });
    rows.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== null && rows.length < WALKED);
  return rows;
}

const SORTS = [
  ['users', 'createdAt', String],
  ['users', 'fullName', String],
  ['accounts', 'createdAt', String],
  ['accounts', 'accountNumber', String],
  ['proposals', 'createdAt', String],
  ['proposals', 'amount', Number],
  ['operations', 'createdAt', String],
  ['operations', 'amount', Number],
  ['operations', 'dueDate', String],
  ['investments', 'createdAt', String],
  ['investments', 'amount', Number],
  ['investments', 'maturityDate', String],
  ['ledger', 'createdAt', String],
  ['audit', 'createdAt', String],
] as const;

const ascending = (one: unknown, other: unknown): number =>
  typeof one === 'number' ? one - Number(other) : String(one).localeCompare(String(other), 'pt-BR');

test('the administrators’ lists can be sorted both ways by each key, with every row exactly once', {
  tags: ['prove'],
}, async ({ lists }) => {
  for (const [name, field, kind] of SORTS)
    for (const sort of [field, `-${field}`]) {
      const rows = await walked(lists[name], sort);
      const values = rows.map((row) => kind(row[field]));
      const wanted = values.toSorted(ascending);
      const whole = await lists[name]({ sort, limit: 200 });
      expect(
        rows.map(({ id }) => id),
        `${name} by ${sort}`,
      ).toEqual(whole.rows.slice(0, rows.length).map(({ id }) => id));
      expect(rows.length, name).toBe(Math.min(whole.rows.length, WALKED));
      expect(values.length, name).toBeGreaterThan(3);
      expect(values, `${name} by ${sort}`).toEqual(sort === field ? wanted : wanted.toReversed());
      expect(new Set(rows.map(({ id }) => id)).size, name).toBe(rows.length);
    }
  for (const list of Object.values(lists))
    expect(await codeOf(list({ sort: 'passwordHash' }))).toBe('VALIDATION');
});
