import { describe, expect, test } from 'vitest';
import { Refusal } from '#domain/refusal';
import { type Asker, confirmReasons, knownFor, type Payment, refuseBeyond, type Standing } from './judge.ts';
import { type LimitRule, NO_USES, parametersOn, shareMadeOf } from './limits.ts';
import type { LimitKind, LimitWindow } from './words.ts';

const NOON = new Date('2026-03-10T12:00:00-03:00');
const NIGHT = new Date('2026-03-10T22:00:00-03:00');
const registered: Asker = { kind: 'browser', isRegistered: true };
const unknown: Asker = { kind: 'browser', isRegistered: false };
const later = (askedBy: 'session' | 'token' | null): Asker => ({ kind: 'bank', askedBy });
const token: Asker = { kind: 'token', id: 't', perCallCents: null, perDayCents: null };

const standing = (changes: Partial<Standing> = {}): Standing => ({
  isCompany: false,
  isFrozen: false,
  shareMade: 0,
  confirmAboveCents: null,
  rules: [],
  uses: new Map(),
  ...changes,
});
const used = (period: string, cents: Partial<typeof NO_USES>) =>
  new Map([[period, { ...NO_USES, ...cents }]]);
const pay = (amountCents: number, changes: Partial<Payment> = {}): Payment => ({
  kind: 'transfer',
  amountCents,
  payeeIs: 'known',
  trustedCents: null,
  ...changes,
});
const rule = (kind: LimitKind, window: LimitWindow, amountCents: number): LimitRule => ({
  id: `${kind} ${window}`,
  role: 'limit',
  kind,
  window,
  amountCents,
  effectiveAt: NOON,
});

/** The code and text of the refusal; null if it is allowed. */
function refusal(of: Standing, payment: Payment, { asker = registered, at = NOON } = {}): string | null {
  try {
    refuseBeyond(of, asker, payment, at);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return `${error.code} ${error.details.text ?? ''}`.replace(/\s/g, ' ');
    throw error;
  }
}

describe('a payment within the limits', () => {
  test('counts in its day or night and in its month', () => {
    expect(refuseBeyond(standing(), registered, pay(500), NOON)).toEqual([
      { period: 'day 2026-03-10', endsOn: '2026-03-10', kind: 'transfer', cents: 500 },
      { period: 'month 2026-03', endsOn: '2026-03-31', kind: 'transfer', cents: 500 },
    ]);
    expect(refuseBeyond(standing(), registered, pay(500), NIGHT)[0]).toMatchObject({
      period: 'night 2026-03-10',
      endsOn: '2026-03-11',
    });
  });

  test.each([
    ['2026-03-10T05:59:59-03:00', 'night 2026-03-09'],
    ['2026-03-10T06:00:00-03:00', 'day 2026-03-10'],
    ['2026-03-10T19:59:59-03:00', 'day 2026-03-10'],
    ['2026-03-10T20:00:00-03:00', 'night 2026-03-10'],
    ['2026-03-11T00:00:00-03:00', 'night 2026-03-10'],
  ])('at %s belongs to the %s', (at, period) => {
    expect(refuseBeyond(standing(), registered, pay(1), new Date(at))[0]?.period).toBe(period);
  });

  test('of a token or an unregistered browser counts in its own day too', () => {
    const periods = (asker: Asker) =>
      refuseBeyond(standing(), asker, pay(1), NOON).map(({ period }) => period)[2];
    expect(periods(token)).toBe('token t 2026-03-10');
    expect(periods(unknown)).toBe('unregistered 2026-03-10');
    expect(periods({ kind: 'bank', askedBy: 'session' })).toBeUndefined();
  });
});

describe('a payment beyond a limit', () => {
  test.each([
    ['at night', pay(100_001), NIGHT, 'Limite noturno de Transferências: restam R$ 1.000,00 até as 6h'],
    ['by day', pay(2_000_001), NOON, 'Limite por transação de Transferências: R$ 20.000,00'],
  ])('is refused %s by default', (_when, payment, at, text) => {
    expect(refusal(standing(), payment, { at })).toContain(`LIMIT_EXCEEDED ${text}`);
    expect(refusal(standing(), { ...payment, amountCents: payment.amountCents - 1 }, { at })).toBeNull();
  });

  test('is refused with what is left of the kind, and of all kinds together', () => {
    const day = 'day 2026-03-10';
    expect(refusal(standing({ uses: used(day, { transfer: 1_988_000 }) }), pay(12_001))).toContain(
      'Limite diurno de Transferências: restam R$ 120,00 até as 20h',
    );
    expect(refusal(standing({ uses: used(day, { boleto: 1_988_000 }) }), pay(12_001))).toContain(
      'Limite diurno: restam R$ 120,00 até as 20h',
    );
    expect(refusal(standing({ uses: used('month 2026-03', { boleto: 20_000_000 }) }), pay(1))).toContain(
      'Limite mensal: restam R$ 0,00 até 31/03',
    );
  });

  test('is one of the 2,000 of a day or night, of a company 20,000', () => {
    const share = (payments: number, isCompany = false) =>
      shareMadeOf({ ...NO_USES, payments }, { isCompany, parameters: parametersOn('2026-03-10') });
    expect([share(1_000), share(2_000), share(20_000, true)]).toEqual([0.5, 1, 1]);
    expect(shareMadeOf(undefined, { isCompany: false, parameters: parametersOn('2026-03-10') })).toBe(0);
  });

  test('is refused to a token after half of those of a day or night', () => {
    const half = standing({ shareMade: 0.5 });
    expect(refusal(half, pay(1), { asker: token })).toBe(
      'LIMIT_EXCEEDED Muitos pagamentos neste período: tokens voltam a pagar depois das 20h.',
    );
    expect(refusal(standing({ shareMade: 0.49 }), pay(1), { asker: token })).toBeNull();
    expect(refusal(half, pay(1), { asker: later('token') })).toBeNull();
    expect(refusal(half, pay(1))).toBeNull();
  });

  test('a company has ten times as much', () => {
    expect(refusal(standing({ isCompany: true }), pay(1_000_000), { at: NIGHT })).toBeNull();
    expect(refusal(standing({ isCompany: true }), pay(1_000_001), { at: NIGHT })).toContain('R$ 10.000,00');
  });

  test('a limit of the customer holds from its moment on, but never above the maximum', () => {
    const rules = [rule('transfer', 'night', 300_000), rule('total', 'night', 300_000)];
    expect(refusal(standing({ rules }), pay(300_000), { at: NIGHT })).toBeNull();
    expect(
      refusal(standing({ rules }), pay(300_000), { at: new Date('2026-03-10T05:00:00-03:00') }),
    ).toContain('R$ 1.000,00');
    const lowered = { ...rule('transfer', 'night', 5_000), role: 'maximum' as const };
    expect(refusal(standing({ rules: [...rules, lowered] }), pay(5_001), { at: NIGHT })).toContain(
      'R$ 50,00',
    );
  });

  test('nothing leaves a frozen account', () => {
    expect(refusal(standing({ isFrozen: true }), pay(1))).toContain('ACCOUNT_FROZEN_BY_OWNER');
  });
});

test.each<[string, Asker, number, string | null]>([
  ['an unregistered browser', unknown, 20_000, null],
  ['an unregistered browser', unknown, 20_001, 'DEVICE_LIMIT'],
  ['a token', token, 100_000, null],
  ['a token', token, 100_001, 'TOKEN_CEILING'],
  ['a token with ceilings', { ...token, perCallCents: 500, perDayCents: 900 }, 501, 'TOKEN_CEILING'],
])('%s: %s of %i cents is answered %s', (_who, asker, cents, code) => {
  const said = refusal(standing(), pay(cents), { asker });
  expect(said?.split(' ')[0] ?? null).toBe(code);
});

test('ceilings of a day count what was paid on it', () => {
  const uses = used('unregistered 2026-03-10', { pix_person: 81_000 });
  expect(refusal(standing({ uses }), pay(19_000), { asker: unknown })).toBeNull();
  expect(refusal(standing({ uses }), pay(19_001), { asker: unknown })).toContain('ainda R$ 190,00');
});

test.each<[string, Standing, Asker, Payment, string[]]>([
  ['a known payee', standing(), registered, pay(1), []],
  ['a new payee', standing(), registered, pay(1, { payeeIs: 'new' }), ['new_payee']],
  ['a payee paid lately', standing(), registered, pay(1, { payeeIs: 'recent' }), ['recent_payee']],
  [
    'one above the own threshold',
    standing({ confirmAboveCents: 100 }),
    registered,
    pay(101),
    ['above_threshold'],
  ],
  [
    'one of a trusted payee',
    standing({ confirmAboveCents: 100 }),
    registered,
    pay(101, { trustedCents: 101 }),
    [],
  ],
  ['an unregistered browser', standing(), unknown, pay(1, { trustedCents: 1 }), ['new_device']],
  ['one of many', standing({ shareMade: 0.99 }), registered, pay(1), []],
  ['one after many', standing({ shareMade: 1 }), registered, pay(1), ['many_payments']],
  ['one of the bank after many', standing({ shareMade: 1 }), later('session'), pay(1), []],
  ['a token', standing(), token, pay(1, { payeeIs: 'new' }), []],
  ['the bank, asked by a session', standing(), later('session'), pay(1, { payeeIs: 'new' }), ['new_payee']],
  ['the bank, asked by a token', standing(), later('token'), pay(1, { payeeIs: 'new' }), []],
  ['the bank, asked by nobody', standing(), later(null), pay(1, { payeeIs: 'new' }), []],
])('%s is confirmed because of %j', (_what, of, asker, payment, reasons) => {
  expect(confirmReasons(of, asker, payment)).toEqual(reasons);
});

describe('a payee paid before', () => {
  const ago = (seconds: number) => new Date(NOON.getTime() - seconds * 1000);
  const DAY_SECONDS = 24 * 3600;
  const trusted = { trustedCents: 7, trustedFrom: null as Date | null };
  const forGood = { ...trusted, firstPaidAt: ago(DAY_SECONDS), unaskedCents: 50_000 };
  const recent = { ...trusted, firstPaidAt: ago(DAY_SECONDS - 1), trustedCents: 9e7, unaskedCents: 0 };
  const capped = { trustedCents: 50_000 };
  test.each([
    ['nobody', null, 1, { payeeIs: 'new', trustedCents: null, unaskedCents: 0 }],
    [
      'one of long ago',
      { ...forGood, firstPaidAt: null },
      9e7,
      { payeeIs: 'known', trustedCents: 7, unaskedCents: 0 },
    ],
    [
      'one whose trust has begun',
      { ...forGood, trustedFrom: NOON },
      9e7,
      { payeeIs: 'known', trustedCents: 7, unaskedCents: 0 },
    ],
    [
      'one whose trust begins in a second',
      { ...forGood, trustedFrom: ago(-1) },
      9e7,
      { payeeIs: 'known', trustedCents: null, unaskedCents: 0 },
    ],
    ['one of 24 hours ago', forGood, 9e7, { payeeIs: 'known', trustedCents: 7, unaskedCents: 0 }],
    ['one of less, for R$ 500,00', recent, 50_000, { ...capped, payeeIs: 'known', unaskedCents: 50_000 }],
    ['one of less, for a cent more', recent, 50_001, { ...capped, payeeIs: 'recent', unaskedCents: 0 }],
    [
      'one of less, for the rest of R$ 500,00',
      { ...recent, unaskedCents: 49_999 },
      1,
      { ...capped, payeeIs: 'known', unaskedCents: 1 },
    ],
    [
      'one of less, for a cent more than the rest',
      { ...recent, unaskedCents: 49_999 },
      2,
      { ...capped, payeeIs: 'recent', unaskedCents: 0 },
    ],
  ])('%s is known and trusted for so much', (_what, payee, amountCents, known) => {
    expect(knownFor(payee, { isIssued: false, amountCents }, NOON)).toEqual(known);
  });

  test.each([
    ['R$ 500,00', { unaskedCents: 0 }, 50_000, { payeeIs: 'known', unaskedCents: 50_000 }],
    ['a cent more', { unaskedCents: 0 }, 50_001, { payeeIs: 'recent', unaskedCents: 0 }],
    ['the rest of R$ 500,00', { unaskedCents: 49_999 }, 1, { payeeIs: 'known', unaskedCents: 1 }],
    ['a cent more than the rest', { unaskedCents: 49_999 }, 2, { payeeIs: 'recent', unaskedCents: 0 }],
    ['what it is trusted for', { trustedCents: 80_000 }, 80_000, { payeeIs: 'known', unaskedCents: 0 }],
    [
      'R$ 500,00, while its trust waits',
      { trustedCents: 80_000, trustedFrom: ago(-1) },
      50_001,
      { payeeIs: 'recent', trustedCents: null },
    ],
    ['a cent more than that', { trustedCents: 80_000 }, 80_001, { payeeIs: 'recent', unaskedCents: 0 }],
  ] as const)(
    'whoever issued a boleto or a code is known for %s: it may fill anybody’s account there',
    (_what, payee, amountCents, known) => {
      const paid = { ...forGood, trustedCents: null, ...payee };
      expect(knownFor(paid, { isIssued: true, amountCents }, NOON)).toMatchObject(known);
    },
  );
});
