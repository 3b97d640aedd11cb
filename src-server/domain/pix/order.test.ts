import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isThisOrder,
  meaningOf,
  nextStep,
  outcomeOf,
  pauseAtProviderSeconds,
  pauseOfOpenSeconds,
  pauseSeconds,
  pauseWithBanksKeySeconds,
} from './order.ts';
import {
  OPEN_ORDER_STATUSES,
  ORDER_STATUSES,
  type OrderKind,
  type OrderStatus,
  PAID_BY_BANK,
} from './words.ts';

const KINDS = ['processing', 'done', 'failed'] as const;

function follow(from: OrderStatus, answers: readonly (typeof KINDS)[number][]) {
  let status = from;
  let settled = 0;
  let givenBack = 0;
  for (const kind of answers) {
    const step = nextStep(status, { kind });
    if (step === 'wait') status = 'processing';
    if (step === 'settle') [status, settled] = ['done', settled + 1];
    if (step === 'fail') [status, givenBack] = ['failed', givenBack + 1];
    if (step === 'return') [status, givenBack] = ['returned', givenBack + 1];
  }
  return { status, settled, givenBack };
}

describe("the next step of an order by the provider's answer", () => {
  it('an open order waits, settles or gives the money back, as the provider says', () => {
    for (const status of OPEN_ORDER_STATUSES) {
      expect(KINDS.map((kind) => nextStep(status, { kind }))).toEqual(['wait', 'settle', 'fail']);
    }
  });

  it('a done order can only be returned', () => {
    expect(KINDS.map((kind) => nextStep('done', { kind }))).toEqual(['nothing', 'nothing', 'return']);
  });

  it('a returned order changes no more, and a failed one conflicts when the provider reports it as paid', () => {
    expect(KINDS.map((kind) => nextStep('failed', { kind }))).toEqual(['conflict', 'conflict', 'nothing']);
    expect(KINDS.map((kind) => nextStep('returned', { kind }))).toEqual(['nothing', 'nothing', 'nothing']);
  });

  it("an order moves money at most once each way, whatever the provider's answers", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...KINDS), { maxLength: 12 }), (answers) => {
        const end = follow('sending', answers);
        expect(end.settled).toBeLessThanOrEqual(1);
        expect(end.givenBack).toBeLessThanOrEqual(1);
        if (end.status === 'returned') expect(end).toMatchObject({ settled: 1, givenBack: 1 });
        if (end.status === 'failed') expect(end).toMatchObject({ settled: 0, givenBack: 1 });
        if (end.status === 'done') expect(end).toMatchObject({ settled: 1, givenBack: 0 });
      }),
    );
  });

  it('every order status has an outcome, and an unknown provider status counts as processing', () => {
    expect(ORDER_STATUSES.map(outcomeOf)).toEqual([
      'processing',
      'processing',
      'processing',
      'done',
      'failed',
      'failed',
    ]);
    const words = [
      'PENDING',
      'BANK_PROCESSING',
      'DONE',
      'PAID',
      'CANCELLED',
      'FAILED',
      'REFUNDED',
      'NEW',
      'BLOCKED',
      'AWAITING_CHECKOUT_RISK_ANALYSIS_REQUEST',
      'constructor',
      '',
    ];
    expect(words.map(meaningOf)).toEqual([
      'processing',
      'processing',
      'done',
      'done',
      'failed',
      'failed',
      'failed',
      ...Array(5).fill('processing'),
    ]);
  });
});

describe('pauses', () => {
  it('the pause between look-ups of an order grows with its age, from 2 seconds to 15 minutes', () => {
    expect([0, 3, 5, 7, 10, 600, 1_799, 1_800, 86_400].map(pauseSeconds)).toEqual([
      2, 2, 2, 3, 5, 300, 899, 900, 900,
    ]);
  });

  it('an order that the provider has for three days is queried less than 30 times, the first time after a minute', () => {
    expect([0, 60, 200, 86_400].map(pauseAtProviderSeconds)).toEqual([60, 60, 100, 21_600]);
    let age = 0;
    let looks = 0;
    for (; age < 3 * 86_400; looks += 1) age += pauseAtProviderSeconds(age);
    expect(looks).toBeLessThan(30);
  });

  it('a paid code, whose end no event tells, is queried as often as an order whose outcome is unknown', () => {
    const pauses = (status: 'sending' | 'processing', payload: string | null, kind: OrderKind = 'pix') =>
      [0, 86_400].map((age) => pauseOfOpenSeconds({ kind, status, payload }, age));
    expect(pauses('processing', null)).toEqual([60, 21_600]);
    expect(pauses('processing', 'code')).toEqual([2, 900]);
    expect(pauses('sending', null)).toEqual([2, 900]);
    for (const kind of PAID_BY_BANK) {
      expect(pauses('processing', null, kind)).toEqual([900, 21_600]);
      expect(pauses('sending', null, kind)).toEqual([2, 900]);
    }
  });

  it('an order that the bank pays is queried four times in 12 hours, and then every 6 hours', () => {
    const looks: number[] = [];
    for (let age = 0; age < 86_400; looks.push(age / 60)) age += pauseWithBanksKeySeconds(age);
    expect(looks).toEqual([15, 45, 135, 405, 765, 1125, 1485]);
  });
});

describe('an order of the provider', () => {
  const at = (amountCents: number, providerId: string) => ({
    amountCents,
    providerId,
    endToEndId: null,
    payee: null,
  });
  it.each([
    ['the same amount and id', 100, 'p1', at(100, 'p1'), true],
    ['the same amount, for an order without an id yet', 100, null, at(100, 'p1'), true],
    ['another id', 100, 'p1', at(100, 'p2'), false],
    ['a cent more', 100, 'p1', at(101, 'p1'), false],
    ['a cent less, for an order without an id yet', 100, null, at(99, 'p1'), false],
    ['nothing', 100, 'p1', null, true],
  ])(
    "a provider's order with %s is recognised as the same order: $4",
    (_, amountCents, providerId, found, isThis) => {
      expect(isThisOrder({ amountCents, providerId }, found)).toBe(isThis);
    },
  );

  it('a payment at the provider is another order’s if its amount, id or code differs', () => {
    const order = { amountCents: 100, providerId: 'a', txid: 'T1' };
    const at = { amountCents: 100, providerId: 'a', txid: 'T1', endToEndId: null, payee: null };
    expect(isThisOrder(order, at)).toBe(true);
    for (const other of [{ amountCents: 101 }, { providerId: 'b' }, { txid: 'T2' }])
      expect(isThisOrder(order, { ...at, ...other })).toBe(false);
    for (const unknown of [{ txid: null }, { txid: undefined }]) {
      expect(isThisOrder(order, { ...at, ...unknown })).toBe(true);
      expect(isThisOrder({ ...order, txid: null }, { ...at, ...unknown })).toBe(true);
    }
    expect(isThisOrder({ ...order, txid: null }, at)).toBe(true);
  });
});
