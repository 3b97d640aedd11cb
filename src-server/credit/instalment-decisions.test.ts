import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { addMonths } from '#domain/calendar';
import { DEFAULT_CREDIT_PARAMETERS } from '#domain/credit/parameters';
import { Refusal } from '#domain/refusal';
import type { HeldFact } from '#server/decision/account-facts';
import { fixedClock } from '#server/kernel/clock';
import { readEnv } from '#server/kernel/env';
import { parseKeys } from '#server/kernel/keys';
import { PAY_DUE } from './auto-pay.ts';
import { PAY_INSTALMENT, PAY_INSTALMENTS } from './pay-instalment.ts';
import type { InstalmentRow, ProposalRow } from './shapes.ts';

const DUE_ON = '2026-03-10';
const clock = fixedClock(`${DUE_ON}T12:00:00-03:00`);

const bank = {
  clock,
  env: readEnv({ NODE_ENV: 'test' }),
  keys: parseKeys(`test:${randomBytes(32).toString('base64')}`),
  user: null,
};

const credit = (changes: Partial<ProposalRow> = {}): ProposalRow =>
  ({
    id: 'credit',
    userId: 'ana',
    purpose: 'Reforma',
    termMonths: 3,
    interestRate: '2.49',
    status: 'active',
    paidOutOn: '2026-02-10',
    negativatedAt: null,
    finishedAt: null,
    analysis: { contract: DEFAULT_CREDIT_PARAMETERS },
    ...changes,
  }) as unknown as ProposalRow;

const instalment = (number: number, changes: Partial<InstalmentRow> = {}): InstalmentRow => ({
  id: `instalment ${number}`,
  proposalId: 'credit',
  number,
  dueOn: addMonths(DUE_ON, number - 1),
  amountCents: 10_000,
  principalCents: 9_000,
  interestCents: 1_000,
  paidOn: null,
  paidAt: null,
  paidCents: null,
  transactionId: null,
  ...changes,
});

const checking = (changes: Partial<HeldFact> = {}) =>
  ({
    id: 'account of ana',
    userId: 'ana',
    isActive: true,
    balanceCents: 20_000,
    fullName: 'Ana Moreira',
    email: 'ana@correio.example',
    closedAt: null,
    ...changes,
  }) as unknown as HeldFact;

const paidTo = { loans: { id: 'loans' }, interest: { id: 'interest' }, fees: { id: 'fees' } };
const unpaid = (...numbers: number[]) => ({ dueOn: numbers.map((number) => instalment(number).dueOn) });

type Chosen = Parameters<typeof PAY_INSTALMENTS.decide>[0];
const chosen = (changes: Partial<Chosen> = {}): Chosen => ({
  ...paidTo,
  kept: { points: null },
  checking: checking(),
  credits: [credit()],
  instalments: [instalment(1)],
  unpaid: [unpaid(1, 2, 3)],
  history: { due: [], contacts: [], finishedOperations: 0 },
  ...changes,
});

const asking = (total?: number) => ({
  ctx: { ...bank, user: { id: 'ana', fullName: 'Ana Moreira' } } as never,
  input: { ids: [], proposalIds: [], total },
  by: { createdAt: clock.now(), actorId: 'ana', idempotencyKey: undefined },
  transactionId: 'unused',
});

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
  return 'decided';
};

test.each<[string, Partial<Chosen>, number?]>([
  ['NOT_FOUND', { instalments: [instalment(1), null] }],
  ['NOT_FOUND', { credits: [], unpaid: [] }],
  ['CREDIT_NOT_SIGNED', { credits: [credit({ paidOutOn: null })], checking: checking({ isActive: false }) }],
  ['INSTALMENT_PAID', { instalments: [instalment(1), instalment(2, { paidOn: DUE_ON, paidCents: 1 })] }, 1],
  ['AMOUNT_CHANGED', { checking: checking({ isActive: false }) }, 9_999],
  ['ACCOUNT_INACTIVE', { checking: checking({ isActive: false, balanceCents: 0 }) }],
  ['INSUFFICIENT_FUNDS', { checking: checking({ balanceCents: 9_999 }) }, 10_000],
])('a payment of instalments is refused with %s: case %#', (code, changes, total) => {
  for (const decision of [PAY_INSTALMENT, PAY_INSTALMENTS])
    expect(codeOf(() => decision.decide(chosen(changes), asking(total)))).toBe(code);
});

test('instalments are decided oldest first, each a posting of its own, with fine and interest when late', () => {
  const late = instalment(1, { id: 'late', dueOn: '2026-03-05' });
  const facts = chosen({ instalments: [instalment(1), late], checking: checking({ balanceCents: 20_217 }) });
  const { answer, postings, audit } = PAY_INSTALMENTS.decide(facts, asking());
  expect(answer.schedules.map(({ id, paidAmount }) => [id, paidAmount])).toEqual([
    ['late', '102.17'],
    ['instalment 1', '100.00'],
  ]);
  expect(answer.total).toBe('202.17');
  expect(postings?.map(({ type, entries }) => [type, entries[0]?.amountCents])).toEqual([
    ['credit_payment', -10_000],
    ['fee', -200],
    ['interest', -17],
    ['credit_payment', -10_000],
  ]);
  expect(new Set(postings?.map(({ transactionId }) => transactionId)).size).toBe(4);
  expect([audit].flat().map(({ action, entityId }) => [action, entityId])).toEqual([
    ['pay_instalment', 'late'],
    ['pay_instalment', 'instalment 1'],
  ]);
});

test('what a payment decides is what the next decision of its group reads', () => {
  const { changes } = PAY_INSTALMENTS.decide(chosen(), asking());
  expect(changes?.map(({ fact: { key }, value }) => [key, value])).toMatchObject([
    ['instalment 1', { paidOn: DUE_ON, paidCents: 10_000 }],
    ['credit', { dueOn: [addMonths(DUE_ON, 1), addMonths(DUE_ON, 2)] }],
    ['2026-03-10 ana', { finishedOperations: 0 }],
  ]);
});

test('the last instalment finishes the credit, clears it, and changes the rating', () => {
  const facts = chosen({
    credits: [credit({ status: 'defaulted', negativatedAt: clock.now() })],
    unpaid: [unpaid(1)],
    history: {
      due: [{ id: 'instalment 1', dueOn: '2026-03-09', paidOn: null }],
      contacts: [],
      finishedOperations: 0,
    },
  });
  const { writes, letters, audit } = PAY_INSTALMENTS.decide(facts, asking());
  expect([audit].flat().map(({ action }) => action)).toEqual([
    'update_rating',
    'pay_instalment',
    'cure_credit',
    'finish_credit',
  ]);
  expect(letters?.map(({ kind }) => kind)).toEqual(['credit_finished']);
  expect(writes?.map(({ row }) => row)).toMatchObject([
    { id: 'instalment 1', paidOn: DUE_ON },
    { id: 'credit', status: 'active', negativatedAt: null, finishedAt: clock.now() },
    { userId: 'ana', points: 510 },
  ]);
});

type Due = Parameters<typeof PAY_DUE.decide>[0];
const due = (changes: Partial<Due> = {}): Due => ({
  ...paidTo,
  credit: credit(),
  checking: checking(),
  instalment: instalment(1),
  unpaid: unpaid(1, 2, 3),
  lastBalance: [],
  ...changes,
});
const run = (day: string) => ({
  ...asking(),
  ctx: bank as never,
  input: {
    id: 'instalment 1',
    dueOn: DUE_ON,
    amountCents: 10_000,
    proposalId: 'credit',
    userId: 'ana',
    accountId: 'account of ana',
    day,
  },
});

test.each<[string, Partial<Due>]>([
  ['INSTALMENT_PAID', { instalment: null }],
  ['INSTALMENT_PAID', { instalment: instalment(1, { paidOn: DUE_ON }) }],
  ['ACCOUNT_INACTIVE', { checking: null }],
  ['ACCOUNT_INACTIVE', { checking: checking({ isActive: false }) }],
  ['CREDIT_NOT_SIGNED', { credit: credit({ paidOutOn: null }) }],
])('a debit of the daily run is refused with %s: case %#', (code, changes) => {
  expect(codeOf(() => PAY_DUE.decide(due(changes), run(DUE_ON)))).toBe(code);
});

test('the daily run asks for the balance of the day before only for what has become overdue', () => {
  const asked = (day: string) => PAY_DUE.facts(bank as never, run(day).input, run(day).by).lastBalance;
  expect(asked(DUE_ON)).toEqual([]);
  expect(asked('2026-03-11').map(({ key }) => key)).toEqual(['account of ana 2026-03-10']);
  expect(asked('2026-03-12')).toEqual([]);
});

test.each([
  [10_000, '2026-03-10', 10_000],
  // A day late: 2 % and a thirtieth of 1 %.
  [9_999, '2026-03-11', 10_203],
])('with %i cents at the end of the due date the debit counts as paid on %s', (lastCents, on, cents) => {
  const { writes, letters, audit } = PAY_DUE.decide(due({ lastBalance: [lastCents] }), run('2026-03-11'));
  expect(writes?.[0]?.row).toMatchObject({ paidOn: on, paidCents: cents });
  expect(letters?.map(({ kind, to }) => [kind, to.id])).toEqual([['instalment_paid', 'ana']]);
  expect([audit].flat()).toMatchObject([{ action: 'pay_instalment', entityId: 'instalment 1' }]);
});
