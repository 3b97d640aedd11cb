import { expect, test } from 'vitest';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { asked, clock, heldAccount } from '#server/decision/testing/facts';
import { NO_PROTECTION } from '#server/protection/testing/no-protection';
import { TRANSFER } from './transfer.ts';

type Facts = Parameters<typeof TRANSFER.decide>[0];
const facts = (changes: Partial<Facts> = {}): Facts => ({
  ...NO_PROTECTION,
  from: heldAccount('ana'),
  to: heldAccount('bruno'),
  lookups: [],
  ...changes,
});

const input = { accountNumber: '0000-0000', amount: 4_025, description: 'Aluguel' };
const asking = asked(input);

test('a transfer is decided as one balanced posting with its answer, letter, recipient and audit event', () => {
  const { answer, posting, letters, writes, audit } = TRANSFER.decide(facts(), asking);
  expect(posting).toMatchObject({
    type: 'transfer',
    entries: [
      { accountId: 'account of ana', amountCents: -4_025 },
      { accountId: 'account of bruno', amountCents: 4_025 },
    ],
  });
  expect(answer).toMatchObject({ id: asking.transactionId, amount: '40.25', balanceAfter: '59.75' });
  expect(letters?.map(({ kind, to, message }) => [kind, to.id, message.receivedCents])).toEqual([
    ['transfer_received', 'bruno', 4_025],
  ]);
  expect(writes?.map(({ row }) => row)).toMatchObject([
    {
      ...{ id: asking.transactionId, userId: 'ana', accountId: 'account of ana', kind: 'transfer' },
      ...{ target: 'number of bruno', amountCents: 4_025, executeAt: clock.now(), state: 'done' },
      ...{ transactionId: asking.transactionId, method: null, rules: null, signals: null },
      ...{ createdAt: clock.now(), concludedAt: clock.now() },
    },
    { userId: 'ana', kind: 'account', target: 'number of bruno', document: '52998224725' },
  ]);
  expect(audit).toEqual({
    action: 'transfer',
    entityId: asking.transactionId,
    changes: { amount: '40.25', to: 'number of bruno' },
  });
});

const FULL = { count: ATTEMPT_LIMITS.lookup.max, startedAt: clock.real() };

test.each<[string, Partial<Facts>]>([
  ['TOO_MANY_ATTEMPTS', { lookups: [FULL] }],
  ['ACCOUNT_INACTIVE', { from: null }],
  ['ACCOUNT_INACTIVE', { from: heldAccount('ana', { isActive: false }) }],
  ['DESTINATION_NOT_FOUND', { to: null }],
  ['SAME_ACCOUNT', { to: heldAccount('ana') }],
  ['DESTINATION_INACTIVE', { to: heldAccount('bruno', { isHolderActive: false }) }],
])('a transfer is refused with %s: case %#', (code, changes) => {
  expect(() => TRANSFER.decide(facts(changes), asking)).toThrow(code);
});

test('a window of attempts that has passed or begins in the future refuses nothing', () => {
  const before = new Date(clock.real().getTime() - ATTEMPT_LIMITS.lookup.windowSeconds * 1000);
  const after = new Date(clock.real().getTime() + 1);
  for (const startedAt of [before, after])
    expect(TRANSFER.decide(facts({ lookups: [{ ...FULL, startedAt }] }), asking).answer.status).toBe('done');
});
