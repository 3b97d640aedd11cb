/** @module-tag postgres */
import { expect } from 'vitest';
import type { Tx } from '#db/db';
import { refuse } from '#domain/refusal';
import { accountNumberCandidates, openAccount } from '#server/ledger/open-account';
import { balanceOf } from '#server/ledger/statement';
import { test } from '#server/testing/bank-test';
import type { TestBank } from '#server/testing/test-bank';
import { accountNumbered, accountWithId, bankAccount, checkingOf } from './account-facts.ts';
import { becomes, type Decision, type Fact } from './decision.ts';
import { commitGroup, type Item } from './group.ts';
import { itemOf } from './testing/item.ts';

type Ids = { id: string; number: string; owner: string };

/** Moves a cent from the bank to the account with this id, and answers with the ids that the other facts name. */
const CENT: Decision<
  Ids,
  Record<'named' | 'numbered' | 'checking' | 'bank', { id: string } | null>,
  unknown
> = {
  operation: 'cent',
  facts: (_, { id, number, owner }) => ({
    named: accountWithId(id),
    numbered: accountNumbered(number),
    checking: checkingOf(owner),
    bank: bankAccount('adjustments'),
  }),
  decide({ named, numbered, checking, bank }, { transactionId }) {
    if (!named || !bank) refuse('NOT_FOUND');
    return {
      answer: { named: named.id, numbered: numbered?.id ?? null, checking: checking?.id ?? null },
      posting: {
        type: 'deposit',
        description: 'Centavo',
        entries: [
          { accountId: bank.id, amountCents: -1 },
          { accountId: named.id, amountCents: 1 },
        ],
      },
      audit: { action: 'manual_adjustment', entityId: transactionId },
    };
  },
};

const decided = async (bank: TestBank, items: Item[]) =>
  (await bank.db.transaction((tx) => commitGroup(tx, items))).map((one) =>
    one.ok ? one.value : (one.error as { code: string }).code,
  );

test('accounts are found by id, and the bank has accounts of its own', async ({
  bank,
  admin,
  ana,
  bruno,
}) => {
  const cent = (id: string) =>
    itemOf(bank, admin.user, CENT, { id, number: bruno.accountNumber, owner: bruno.user.id });
  const before = await balanceOf(bank.db, ana.accountId);
  const checking = bruno.accountId;
  expect(await decided(bank, [cent(ana.accountId), cent(checking), cent('nobody')])).toEqual([
    { named: ana.accountId, numbered: checking, checking },
    { named: checking, numbered: checking, checking },
    'NOT_FOUND',
  ]);
  expect(await balanceOf(bank.db, ana.accountId)).toBe(before + 1);
});

test('an external account is found by its id, never by its number, also beside a decision that asks for it', async ({
  bank,
  admin,
  bruno,
}) => {
  const external = await bank.db.transaction((tx) =>
    openAccount(tx, {
      userId: bruno.user.id,
      accountType: 'external',
      candidates: accountNumberCandidates(),
      createdAt: bank.clock.now(),
    }),
  );
  const cent = (id: string) =>
    itemOf(bank, admin.user, CENT, { id, number: external.accountNumber, owner: bruno.user.id });
  const others = { numbered: null, checking: bruno.accountId };
  expect(await decided(bank, [cent(external.id), cent(bruno.accountId)])).toEqual([
    { named: external.id, ...others },
    { named: bruno.accountId, ...others },
  ]);
});

const ticket = (name: string): Fact<number> => ({ source: readTickets, key: name });

async function readTickets(_: Tx, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  return new Map(names.map((name) => [name, 1]));
}

/** Takes a ticket of this name, of which there is one. */
const TAKE: Decision<{ name: string }, { left: number | null }, number> = {
  operation: 'take',
  facts: (_, { name }) => ({ left: ticket(name) }),
  decide({ left }, { ctx, input }) {
    if (!left) refuse('NOT_FOUND');
    return {
      answer: left,
      changes: [becomes(ticket(input.name), left - 1)],
      audit: { action: 'view_user', entityId: ctx.user.id },
    };
  },
};

test('a decision sees the facts that the ones before it in its group have changed', async ({ bank, ana }) => {
  const take = (name: string) => itemOf(bank, ana.user, TAKE, { name });
  expect(await decided(bank, [take('stalls'), take('stalls'), take('balcony')])).toEqual([1, 'NOT_FOUND', 1]);
  expect(await decided(bank, [take('stalls')])).toEqual([1]);
});

test('a key belongs to what was asked, not to what was found out for it', async ({ bank, ana }) => {
  const take = (name: string, asked: string) =>
    itemOf(bank, ana.user, TAKE, { name }, { key: 'one', request: { take: asked } });
  expect(
    await decided(bank, [take('stalls', 'a seat'), take('balcony', 'a seat'), take('stalls', 'two seats')]),
  ).toEqual([1, 1, 'IDEMPOTENCY_KEY_REUSED']);
});
