import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { ATTEMPT_LIMITS } from '#domain/limits';
import type { HeldFact } from '#server/decision/account-facts';
import { fixedClock } from '#server/kernel/clock';
import type { SignedInContext } from '#server/kernel/context';
import { readEnv } from '#server/kernel/env';
import { parseKeys } from '#server/kernel/keys';
import { TRANSFER } from './transfer.ts';

const clock = fixedClock('2026-03-10T12:00:00-03:00');

const ctx = {
  clock,
  env: readEnv({ NODE_ENV: 'test' }),
  keys: parseKeys(`test:${randomBytes(32).toString('base64')}`),
  user: { id: 'ana', fullName: 'Ana Moreira', role: 'cliente' },
  token: null,
  request: { id: 'test', ip: '203.0.113.7', userAgent: 'vitest' },
} as unknown as SignedInContext;

const held = (id: string, changes: Partial<HeldFact> = {}): HeldFact => ({
  id: `account of ${id}`,
  userId: id,
  accountNumber: `number of ${id}`,
  accountType: 'checking',
  createdAt: clock.now(),
  isActive: true,
  isHolderActive: true,
  isHolderClosed: false,
  fullName: id,
  cpf: '52998224725',
  cnpj: null,
  email: `${id}@correio.example`,
  emailConfirmedAt: null,
  closedAt: null,
  floorCents: 0,
  seq: 1,
  balanceCents: 10_000,
  creditsCents: 10_000,
  lastEntryAt: null,
  ...changes,
});

type Facts = Parameters<typeof TRANSFER.decide>[0];
const facts = (changes: Partial<Facts> = {}): Facts => ({
  from: held('ana'),
  to: held('bruno'),
  lookups: null,
  ...changes,
});

const input = { accountNumber: '0000-0000', amount: 4_025, description: 'Aluguel' };
const asking = {
  ctx,
  input,
  by: { createdAt: clock.now(), actorId: 'ana', idempotencyKey: undefined },
  transactionId: '01a20a4f-90bb-71f1-9671-5a793f0dee00',
};

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
  ['TOO_MANY_ATTEMPTS', { lookups: FULL }],
  ['ACCOUNT_INACTIVE', { from: null }],
  ['ACCOUNT_INACTIVE', { from: held('ana', { isActive: false }) }],
  ['DESTINATION_NOT_FOUND', { to: null }],
  ['SAME_ACCOUNT', { to: held('ana') }],
  ['DESTINATION_INACTIVE', { to: held('bruno', { isHolderActive: false }) }],
])('a transfer is refused with %s: case %#', (code, changes) => {
  expect(() => TRANSFER.decide(facts(changes), asking)).toThrow(code);
});

test('a window of attempts that has passed or begins in the future refuses nothing', () => {
  const before = new Date(clock.real().getTime() - ATTEMPT_LIMITS.lookup.windowSeconds * 1000);
  const after = new Date(clock.real().getTime() + 1);
  for (const startedAt of [before, after])
    expect(TRANSFER.decide(facts({ lookups: { ...FULL, startedAt } }), asking).answer.status).toBe('done');
});
