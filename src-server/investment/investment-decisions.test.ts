import { describe, expect, test } from 'vitest';
import { ATTEMPT_LIMITS } from '#domain/limits';
import type { AuditEvent } from '#server/audit/record';
import { systemContext } from '#server/audit/system-actor';
import type { CustomerRow } from '#server/contract/make';
import type { Decided } from '#server/decision/decision';
import { asked, clock, heldAccount, openAccount } from '#server/decision/testing/facts';
import { fixedClock } from '#server/kernel/clock';
import type { Bank } from '#server/kernel/context';
import { MATURE } from './daily-steps.ts';
import { INVEST } from './invest.ts';
import { REDEEM } from './redeem.ts';
import type { InvestmentRow, ProductRow } from './shapes.ts';

const product: ProductRow = {
  id: 'cdb',
  name: 'CDB Vale 90',
  description: 'Renda fixa',
  minAmountCents: 1_000,
  annualRate: '12.00',
  termDays: 90,
  riskLevel: 'low',
  isActive: true,
  createdAt: clock.now(),
};

const customer = { id: 'ana', fullName: 'Ana Moreira', email: 'ana@correio.example' } as CustomerRow;
const held = openAccount('investments of ana', { balanceCents: 60_000 });
const frozen = { isActive: false };

const actionsOf = ({ audit }: Decided<unknown>) => [audit].flat().map(({ action }: AuditEvent) => action);
const rowsOf = ({ writes = [] }: Decided<unknown>) => writes.map(({ row }) => row);

describe('investing', () => {
  type Facts = Parameters<typeof INVEST.decide>[0];
  const facts = (changes: Partial<Facts> = {}): Facts => ({
    made: [],
    product,
    checking: heldAccount('ana'),
    held,
    customer,
    ...changes,
  });
  const put = (amount = 6_000) => asked({ productId: 'cdb', amount });

  test('an investment is decided as a posting with its row, its contract, a letter and two audit events', () => {
    const decided = INVEST.decide(facts(), put());
    expect(decided.answer).toMatchObject({ amount: '60.00', maturityDate: '2026-06-08', status: 'active' });
    expect(decided.posting).toMatchObject({
      type: 'investment_application',
      entries: [
        { accountId: 'account of ana', amountCents: -6_000 },
        { accountId: 'investments of ana', amountCents: 6_000 },
      ],
    });
    const { id } = decided.answer;
    expect(rowsOf(decided)).toMatchObject([
      { window: { count: 1 } },
      { id, userId: 'ana', accountId: 'account of ana', createdAt: clock.now() },
      { relatedId: id, status: 'pending_signature', userId: 'ana' },
    ]);
    expect(decided.letters?.map(({ kind, to }) => [kind, to.id])).toEqual([['contract_waiting', 'ana']]);
    expect(actionsOf(decided)).toEqual(['create_contract', 'create_investment']);
    expect(decided.opens).toEqual([]);
  });

  test('the first investment of a customer opens an account, which the next decisions see', () => {
    const { opens, changes, posting } = INVEST.decide(facts({ held: null }), put());
    const opened = opens?.[0];
    expect(opened).toMatchObject({
      userId: 'ana',
      accountType: 'investment',
      balanceCents: 0,
      floorCents: 0,
    });
    expect(changes?.map(({ value }) => value)).toContain(opened);
    expect([posting].flat()[0]?.entries[1]?.accountId).toBe(opened?.id);
  });

  const FULL = { count: ATTEMPT_LIMITS.investment.max, startedAt: clock.real() };

  test.each<[string, Partial<Facts>, number]>([
    ['TOO_MANY_ATTEMPTS', { made: [FULL], product: null }, 6_000],
    ['TOO_MANY_ATTEMPTS', { made: [{ ...FULL, startedAt: new Date(clock.real().getTime() + 1) }] }, 6_000],
    ['NOT_FOUND', { product: null, checking: null }, 6_000],
    ['PRODUCT_INACTIVE', { product: { ...product, ...frozen } }, 999],
    ['VALIDATION', { checking: null }, 999],
    ['ACCOUNT_INACTIVE', { checking: null }, 6_000],
    ['ACCOUNT_INACTIVE', { checking: heldAccount('ana', frozen) }, 10_001],
  ])('an investment is refused with %s: case %#', (code, changes, amount) => {
    expect(() => INVEST.decide(facts(changes), put(amount))).toThrow(code);
  });

  test('investments are counted in a window that ends', () => {
    const windowMs = ATTEMPT_LIMITS.investment.windowSeconds * 1000;
    const over = { ...FULL, startedAt: new Date(clock.real().getTime() - windowMs) };
    const [row] = rowsOf(INVEST.decide(facts({ made: [over] }), put()));
    expect(row).toMatchObject({ window: { count: 1, startedAt: clock.real() } });
  });
});

const investment: InvestmentRow = {
  id: 'one',
  userId: 'ana',
  productId: 'cdb',
  accountId: 'account of ana',
  amountCents: 10_000,
  annualRate: '12.00',
  expectedReturnCents: 10_274,
  status: 'active',
  startOn: '2026-03-10',
  maturityOn: '2026-06-08',
  createdAt: clock.now(),
  endedOn: null,
  yieldCents: null,
  iofCents: null,
  incomeTaxCents: null,
};

type PayOut = Parameters<typeof REDEEM.decide>[0];
const payOutOf = (changes: Partial<InvestmentRow> = {}, others: Partial<PayOut> = {}): PayOut => ({
  invested: { investment: { ...investment, ...changes }, productName: 'CDB Vale 90' },
  checking: heldAccount('ana'),
  held,
  contract: { id: 'contract' },
  expense: openAccount('yield_expense', { floorCents: null }),
  taxes: openAccount('taxes_payable', { floorCents: null }),
  ...others,
});

const linesOf = ({ postings = [] }: Decided<unknown>) =>
  postings.map(({ type, entries }) => [type, entries.map(({ amountCents }) => amountCents)]);

describe('ending an investment', () => {
  const redeemOn = (day: string) => {
    const asking = asked({ id: 'one' });
    return { ...asking, ctx: { ...asking.ctx, clock: fixedClock(`${day}T09:00:00-03:00`) } };
  };

  test('on its first day an investment pays exactly the principal, and its unsigned contract is cancelled', () => {
    const decided = REDEEM.decide(payOutOf(), redeemOn('2026-03-10'));
    expect(linesOf(decided)).toEqual([['investment_redemption', [-10_000, 10_000]]]);
    expect(decided.answer).toMatchObject({ status: 'redeemed', netToday: '100.00' });
    expect(rowsOf(decided)).toMatchObject([{ id: 'one', status: 'redeemed' }, 'contract']);
    expect(actionsOf(decided)).toEqual(['cancel_contract', 'redeem_investment']);
  });

  test('before its maturity an investment pays its yield less taxes in a second posting', () => {
    const decided = REDEEM.decide(payOutOf({}, { contract: null }), redeemOn('2026-03-27'));
    // 0.59 of yield: 43 % IOF is 0.25; 22.5 % of the rest is 0.08.
    expect(linesOf(decided)).toEqual([
      ['investment_redemption', [-10_000, 10_000]],
      ['investment_yield', [-59, 26, 33]],
    ]);
    expect(new Set(decided.postings?.map(({ transactionId }) => transactionId)).size).toBe(2);
    expect(actionsOf(decided)).toEqual(['redeem_investment']);
  });

  test('after its maturity an investment earns no more', () => {
    const { answer } = REDEEM.decide(payOutOf(), redeemOn('2026-07-01'));
    expect(answer).toMatchObject({ status: 'matured', netToday: '102.12', endedDate: '2026-06-08' });
  });

  test.each<[string, PayOut]>([
    ['NOT_FOUND', payOutOf({}, { invested: null })],
    ['NOT_FOUND', payOutOf({ userId: 'bruno', status: 'matured' })],
    ['INVESTMENT_ENDED', payOutOf({ status: 'redeemed' }, { held: openAccount('held', frozen) })],
  ])('a redemption is refused with %s: case %#', (code, facts) => {
    expect(() => REDEEM.decide(facts, redeemOn('2026-03-27'))).toThrow(code);
  });

  test('an investment that matures pays its customer, who is told, and records no person', () => {
    const { ctx, ...asking } = asked({ id: 'one', userId: 'ana' });
    const bank = systemContext(ctx as unknown as Bank);
    const decided = MATURE.decide(payOutOf(), { ...asking, ctx: bank });
    expect(linesOf(decided)[1]).toEqual(['investment_yield', [-274, 212, 62]]);
    expect(decided.letters?.map(({ kind, to }) => [kind, to.id])).toEqual([['investment_matured', 'ana']]);
    expect(actionsOf(decided)).toEqual(['cancel_contract', 'mature_investment']);
    expect(() => MATURE.decide(payOutOf({ status: 'redeemed' }), { ...asking, ctx: bank })).toThrow(
      'INVESTMENT_ENDED',
    );
  });
});
