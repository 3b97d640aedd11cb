/** @module-tag postgres */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { longProofScale } from '#db/testing/proof-scale';
import { defaultCents, parametersOn } from '#domain/protection/limits';
import type { LimitWindow } from '#domain/protection/words';
import { balanceOf } from '#server/ledger/statement';
import { settledCodes } from '#server/testing/refusal-of';
import { chooseLimits, limitScene, MOMENTS, Model } from './testing/limit-model.ts';
import { newKey, sessionOf } from './testing/protected-bank.ts';

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
      const { bank, ana, bruno } = await limitScene();
      await chooseLimits(bank, ana, limits);
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
    { numRuns: longProofScale(60) },
  );
});

test('by default a person may pay R$ 20.000,00 by day and R$ 1.000,00 by night, a company ten times as much', () => {
  const parameters = parametersOn('2026-03-10');
  const of = (window: LimitWindow, isCompany: boolean) =>
    defaultCents('limit', window, { isCompany, parameters });
  expect([of('day', false), of('night', false)]).toEqual([2_000_000, 100_000]);
  expect([of('day', true), of('night', true)]).toEqual([20_000_000, 1_000_000]);
});
