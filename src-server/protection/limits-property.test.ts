/** @module-tag postgres */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proofScale } from '#db/testing/proof-scale';
import { bankDayAndTime } from '#domain/date';
import { defaultCents, parametersOn } from '#domain/protection/limits';
import type { LimitWindow } from '#domain/protection/words';
import { balanceOf } from '#server/ledger/statement';
import { makeAdmin, makeAna, makeBruno } from '#server/testing/people';
import { settledCodes } from '#server/testing/refusal-of';
import { type TestBank, testBank } from '#server/testing/test-bank';
import { fund, newKey, sessionOf } from './testing/protected-bank.ts';
import { knowPayee } from './testing/rules.ts';

/** Around midnight, 6 h, 20 h and the ends of months. */
const MOMENTS = [
  '2026-03-10T12:00:00',
  '2026-03-10T19:59:59',
  '2026-03-10T20:00:00',
  '2026-03-10T23:59:59',
  '2026-03-11T00:00:00',
  '2026-03-11T05:59:59',
  '2026-03-11T06:00:00',
  '2026-03-31T19:59:59',
  '2026-03-31T23:59:59',
  '2026-04-01T00:00:00',
].map((local) => `${local}-03:00`);

const WINDOWS = ['transaction', 'day', 'night', 'month'] as const;
type Chosen = Record<LimitWindow, number>;

/** The same sums kept in the simplest way: what each period of this moment has let through. */
class Model {
  readonly #paid = new Map<string, number>();
  constructor(readonly limits: Chosen) {}

  periodsAt(iso: string): ['day' | 'night' | 'month', string][] {
    const { day, time } = bankDayAndTime(new Date(iso));
    const isDay = time >= '06:00:00' && time < '20:00:00';
    const before = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
    const hours = isDay ? `day ${day}` : `night ${time < '06:00:00' ? before : day}`;
    return [
      [isDay ? 'day' : 'night', hours],
      ['month', `month ${day.slice(0, 7)}`],
    ];
  }

  /** Whether a payment of this amount is allowed now; a refused one must not fit. */
  fits(iso: string, cents: number): boolean {
    if (cents > this.limits.transaction) return false;
    return this.periodsAt(iso).every(
      ([window, period]) => (this.#paid.get(period) ?? 0) + cents <= this.limits[window],
    );
  }

  pay(iso: string, cents: number): void {
    for (const [, period] of this.periodsAt(iso))
      this.#paid.set(period, (this.#paid.get(period) ?? 0) + cents);
  }
}

async function scene() {
  const bank = await testBank({ MONEY_RULES: 'standard' });
  const admin = await makeAdmin(bank);
  const ana = await makeAna(bank, admin);
  const bruno = await makeBruno(bank);
  await fund(admin, ana, '900000.00');
  await knowPayee(bank, ana.user, { kind: 'account', target: bruno.accountNumber });
  return { bank, ana, bruno };
}

async function choose(bank: TestBank, ana: Awaited<ReturnType<typeof makeAna>>, limits: Chosen) {
  const own = sessionOf(bank, ana);
  for (const window of WINDOWS) {
    const amount = (limits[window] / 100).toFixed(2);
    await own.account.limits.change({ kind: 'transfer', window, amount });
  }
}

const cents = fc.integer({ min: 1, max: 60_000 });
const chosen = fc.record({
  transaction: fc.integer({ min: 10_000, max: 60_000 }),
  day: fc.integer({ min: 10_000, max: 200_000 }),
  night: fc.integer({ min: 10_000, max: 100_000 }),
  month: fc.integer({ min: 50_000, max: 400_000 }),
});
const bursts = fc.array(
  fc.tuple(fc.nat(MOMENTS.length - 1), fc.array(cents, { minLength: 1, maxLength: 16 })),
  {
    minLength: 2,
    maxLength: 6,
  },
);

test('random payments, many at once, pass no window, and what fits is never refused', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(chosen, bursts, async (limits, steps) => {
      const { bank, ana, bruno } = await scene();
      await choose(bank, ana, limits);
      const model = new Model(limits);
      let sentCents = 0;
      for (const [at, amounts] of steps.toSorted(([one], [other]) => one - other)) {
        const iso = MOMENTS[at] ?? '';
        bank.clock.set(iso);
        const own = sessionOf(bank, ana);
        const codes = await settledCodes(
          amounts.map((amount) =>
            own.account.transfer({
              ...{ accountNumber: bruno.accountNumber, description: 'Aula', idempotencyKey: newKey() },
              amount: (amount / 100).toFixed(2),
            }),
          ),
        );
        const done = amounts.filter((_, place) => codes[place] === 'done');
        expect(codes.filter((code) => code !== 'done' && code !== 'LIMIT_EXCEEDED')).toEqual([]);
        for (const amount of done) {
          expect(model.fits(iso, amount)).toBe(true);
          model.pay(iso, amount);
          sentCents += amount;
        }
        // The sums only grow, so what was refused must not fit after all of them either.
        for (const [place, amount] of amounts.entries())
          if (codes[place] !== 'done') expect(model.fits(iso, amount)).toBe(false);
      }
      expect(await balanceOf(bank.db, bruno.accountId)).toBe(sentCents);
    }),
    { numRuns: proofScale(60) },
  );
});

test('by default a person may pay R$ 20.000,00 by day and R$ 1.000,00 by night, a company ten times as much', () => {
  const parameters = parametersOn('2026-03-10');
  const of = (window: LimitWindow, isCompany: boolean) =>
    defaultCents('limit', window, { isCompany, parameters });
  expect([of('day', false), of('night', false)]).toEqual([2_000_000, 100_000]);
  expect([of('day', true), of('night', true)]).toEqual([20_000_000, 1_000_000]);
});
