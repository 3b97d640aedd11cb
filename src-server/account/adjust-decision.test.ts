import { expect, test } from 'vitest';
import { ATTEMPT_LIMITS, REAUTHENTICATE_ABOVE_CENTS } from '#domain/limits';
import { Refusal } from '#domain/refusal';
import { asked, clock, heldAccount, openAccount } from '#server/decision/testing/facts';
import { readEnv } from '#server/kernel/env';
import { adjustment } from './adjust.ts';

type Facts = Parameters<ReturnType<typeof adjustment>['decide']>[0];
const facts = (changes: Partial<Facts> = {}): Facts => ({
  max: null,
  account: heldAccount('bruno'),
  adjustments: openAccount('adjustments', { floorCents: null, balanceCents: 0, creditsCents: 0 }),
  adjusted: [],
  ...changes,
});

const by = (amount: number) => asked({ id: 'account of bruno', amount, reason: 'Tarifa indevida' });
const inProduction = (amount: number) => {
  const asking = by(amount);
  const env = { ...readEnv({ NODE_ENV: 'test' }), isProduction: true };
  return { ...asking, ctx: { ...asking.ctx, env } };
};

const PROVEN = adjustment(null);
const UNPROVEN = adjustment(new Refusal('REAUTHENTICATE'));

test('an adjustment is decided as a posting against the bank, with its entry, letter and audit event', () => {
  const { answer, posting, letters, audit, writes } = PROVEN.decide(facts(), by(-2_050));
  expect(posting).toMatchObject({
    type: 'withdrawal',
    entries: [
      { accountId: 'account of bruno', amountCents: -2_050 },
      { accountId: 'adjustments', amountCents: 2_050 },
    ],
  });
  expect(answer).toMatchObject({
    id: 'account of bruno:2',
    amount: '20.50',
    isDebit: true,
    balanceAfter: '79.50',
  });
  expect(letters?.map(({ kind, to }) => [kind, to.id])).toEqual([['account_adjusted', 'bruno']]);
  expect(audit).toMatchObject({ action: 'manual_adjustment', entityId: by(0).transactionId });
  expect(writes ?? []).toEqual([]);
});

const closed = heldAccount('bruno', { isHolderClosed: true, closedAt: clock.now() });

// The first refusal of each pair is the one that is told.
test.each<[string, Partial<Facts>, number]>([
  ['ADJUSTMENT_TOO_LARGE', { max: { value: '20.00' }, account: null }, 2_001],
  ['ADJUSTMENT_TOO_LARGE', { max: { value: '20.00' } }, -2_001],
  ['NOT_FOUND', { account: null }, 100],
  ['USER_CLOSED', { account: closed }, 100],
  ['INSUFFICIENT_FUNDS', {}, -10_001],
  ['BALANCE_OUT_OF_RANGE', { account: heldAccount('bruno', { balanceCents: Number.MAX_SAFE_INTEGER }) }, 1],
])('an adjustment is refused with %s: case %#', (code, changes, amount) => {
  expect(() => UNPROVEN.decide(facts(changes), inProduction(amount))).toThrow(code);
});

const ABOVE = REAUTHENTICATE_ABOVE_CENTS + 1;

test('the proof is asked for after every other refusal', () => {
  const rich = { account: heldAccount('bruno', { balanceCents: ABOVE - 1 }) };
  expect(() => UNPROVEN.decide(facts(rich), inProduction(-ABOVE))).toThrow('INSUFFICIENT_FUNDS');
  expect(() => UNPROVEN.decide(facts(), inProduction(ABOVE))).toThrow('REAUTHENTICATE');
});

test('in production amounts without a proof add up over a day, in either direction', () => {
  const ofToday = (count: number) => facts({ adjusted: [{ count, startedAt: clock.real() }] });
  const before = ABOVE - 100;
  const { changes } = UNPROVEN.decide(ofToday(before), inProduction(-99));
  expect(changes?.map(({ value }) => value)).toEqual([{ count: ABOVE - 1, startedAt: clock.real() }]);
  for (const amount of [100, -100])
    expect(() => UNPROVEN.decide(ofToday(before), inProduction(amount))).toThrow('REAUTHENTICATE');
  expect(UNPROVEN.decide(ofToday(before), by(100)).answer.amount).toBe('1.00');
  expect(PROVEN.decide(ofToday(before), inProduction(100)).answer.amount).toBe('1.00');

  const dayMs = ATTEMPT_LIMITS.adjusted.windowSeconds * 1000;
  const yesterday = { count: before, startedAt: new Date(clock.real().getTime() - dayMs) };
  const next = UNPROVEN.decide(facts({ adjusted: [yesterday] }), inProduction(100));
  expect(next.changes?.map(({ value }) => value)).toEqual([{ count: 100, startedAt: clock.real() }]);
});

test('a closed customer gets money taken, and the letter of it goes to nobody', () => {
  const { letters } = PROVEN.decide(facts({ account: closed }), by(-100));
  expect(letters?.map(({ to }) => to.closedAt)).toEqual([clock.now()]);
});
