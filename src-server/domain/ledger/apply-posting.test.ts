import { expect, test } from 'vitest';
import { Refusal } from '#domain/refusal';
import {
  type AppliedPosting,
  applyPosting,
  applyPostings,
  type OpenAccount,
  refuseUnpostable,
} from './apply-posting.ts';

const NOON = new Date('2026-03-10T15:00:00.000Z');
const LATER = new Date('2026-03-10T15:00:01.000Z');

const account = (id: string, changes: Partial<OpenAccount> = {}): OpenAccount => ({
  id,
  isActive: true,
  isHolderClosed: false,
  floorCents: 0,
  seq: 3,
  balanceCents: 1_000,
  creditsCents: 5_000,
  lastEntryAt: NOON,
  ...changes,
});

const opened = (...accounts: OpenAccount[]) => new Map(accounts.map((one) => [one.id, one]));

const posting = (amountCents: number, changes: Partial<AppliedPosting> = {}): AppliedPosting => ({
  transactionId: 't',
  type: 'transfer',
  createdAt: LATER,
  entries: [
    { accountId: 'a', amountCents: -amountCents },
    { accountId: 'b', amountCents },
  ],
  ...changes,
});

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
  return 'applied';
};

test('entries follow the last ones of their accounts, and further postings follow these', () => {
  const accounts = opened(
    account('a'),
    account('b', { seq: 0, balanceCents: 0, creditsCents: 0, lastEntryAt: null }),
  );
  expect(applyPosting(accounts, posting(400))).toEqual([
    {
      ...{ accountId: 'a', seq: 4, transactionId: 't', amountCents: -400, balanceAfterCents: 600 },
      ...{ creditsAfterCents: 5_000, createdAt: LATER, isNeutral: false },
    },
    {
      ...{ accountId: 'b', seq: 1, transactionId: 't', amountCents: 400, balanceAfterCents: 400 },
      ...{ creditsAfterCents: 400, createdAt: LATER, isNeutral: false },
    },
  ]);
  expect(
    applyPosting(accounts, posting(600)).map(({ seq, balanceAfterCents }) => [seq, balanceAfterCents]),
  ).toEqual([
    [5, 0],
    [2, 1_000],
  ]);
  expect(codeOf(() => applyPosting(accounts, posting(1)))).toBe('INSUFFICIENT_FUNDS');
});

test('an entry is never older than the one before it', () => {
  const accounts = opened(account('a', { lastEntryAt: LATER }), account('b'));
  const entries = applyPosting(accounts, posting(1, { createdAt: NOON }));
  expect(entries.map(({ createdAt }) => createdAt)).toEqual([LATER, NOON]);
});

test('a refused posting leaves the accounts as they were', () => {
  for (const [expected, from, to] of [
    ['INSUFFICIENT_FUNDS', account('a', { balanceCents: 99 }), account('b')],
    ['BALANCE_OUT_OF_RANGE', account('a'), account('b', { balanceCents: Number.MAX_SAFE_INTEGER })],
    ['BALANCE_OUT_OF_RANGE', account('a'), account('b', { creditsCents: Number.MAX_SAFE_INTEGER })],
    ['ACCOUNT_INACTIVE', account('a', { isActive: false }), account('b')],
    ['ACCOUNT_INACTIVE', account('a'), account('b', { isActive: false })],
  ] as const) {
    const before = structuredClone([from, to]);
    expect(codeOf(() => refuseUnpostable([from, to], posting(100)))).toBe(expected);
    expect(codeOf(() => applyPosting(opened(from, to), posting(100)))).toBe(expected);
    expect([from, to]).toEqual(before);
  }
});

test('a posting that is only checked leaves the accounts as they were', () => {
  const accounts = [account('a'), account('b')];
  const before = structuredClone(accounts);
  expect(codeOf(() => refuseUnpostable(accounts, posting(1_000)))).toBe('applied');
  expect(accounts).toEqual(before);
});

test('of several postings all are applied, or the accounts stay as they were', () => {
  const [a, b] = [account('a'), account('b')];
  const before = structuredClone([a, b]);
  expect(codeOf(() => applyPostings(opened(a, b), [posting(600), posting(401)]))).toBe('INSUFFICIENT_FUNDS');
  expect([a, b]).toEqual(before);
  const applied = applyPostings(opened(a, b), [posting(600), posting(400)]);
  expect(applied.map(({ accountId, seq }) => [accountId, seq])).toEqual([
    ['a', 4],
    ['b', 4],
    ['a', 5],
    ['b', 5],
  ]);
  expect([a.balanceCents, b.balanceCents]).toEqual([0, 2_000]);
});

test('a posting that is only checked leaves the accounts as they were', () => {
  const accounts = [account('a'), account('b')];
  const before = structuredClone(accounts);
  expect(codeOf(() => refuseUnpostable(accounts, posting(1_000)))).toBe('applied');
  expect(accounts).toEqual(before);
});

test('the floor holds for debits alone, and an account without one may fall below zero', () => {
  const below = account('b', { balanceCents: -500 });
  expect(codeOf(() => applyPosting(opened(account('a'), below), posting(100)))).toBe('applied');
  const bank = account('a', { balanceCents: 0, floorCents: null });
  expect(codeOf(() => applyPosting(opened(bank, account('b')), posting(100)))).toBe('applied');
});

test("the rule decides about frozen accounts, the receiving side's refusal, and closed customers", () => {
  const frozen = () => opened(account('a'), account('b', { isActive: false }));
  const rule = (accounts: NonNullable<AppliedPosting['accounts']>) => posting(100, { accounts });
  const toInactive = rule({ reach: 'active', destination: 'DESTINATION_INACTIVE' });
  expect(codeOf(() => applyPosting(frozen(), toInactive))).toBe('DESTINATION_INACTIVE');
  expect(codeOf(() => applyPosting(frozen(), rule({ reach: 'any' })))).toBe('applied');
  const closed = () => opened(account('a'), account('b', { isActive: false, isHolderClosed: true }));
  expect(codeOf(() => applyPosting(closed(), rule({ reach: 'frozen' })))).toBe('USER_CLOSED');
  const also = () => opened(account('a'), account('b'), account('c', { isActive: false }));
  expect(codeOf(() => applyPosting(also(), rule({ reach: 'active', also: ['c'] })))).toBe('ACCOUNT_INACTIVE');
});

test('an unbalanced posting or an account that was not read is a bug, not a refusal', () => {
  const accounts = opened(account('a'), account('b'));
  const unbalanced = posting(100, { entries: [{ accountId: 'a', amountCents: -100 }] });
  expect(codeOf(() => applyPosting(accounts, unbalanced))).toMatch(/at least two entries/);
  expect(codeOf(() => applyPosting(opened(account('a')), posting(1)))).toMatch(/account b is not among/);
});
