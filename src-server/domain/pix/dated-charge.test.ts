import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBusinessDay } from '#domain/calendar';
import { addDays } from '#domain/date';
import { refusalsOf } from '#domain/testing/refusals';
import vectors from '../vectors/pix-cobv.json' with { type: 'json' };
import { whyNotPayable } from './code-check.ts';
import { amountsOn, type ChargeAmounts, type DatedCharge, lastDayOf } from './dated-charge.ts';
import { datedChargeSchema } from './dated-charge-schema.ts';

type Term = Record<string, unknown>;

/** A charge of the API Pix in this bank's words; what it lacks stays missing. */
function ofApi({ calendario, valor }: { calendario: Term; valor: Term }): Term {
  const term = (name: string) => {
    if (!(name in valor)) return undefined;
    const { modalidade: mode, valorPerc: value, descontoDataFixa: limits } = valor[name] as Term;
    const until = (limits as Term[] | undefined)?.map(({ data, valorPerc }) => ({
      ...(data !== undefined && { on: data }),
      value: valorPerc,
    }));
    return { mode, ...(value !== undefined && { value }), ...(until && { until }) };
  };
  return {
    original: valor.original,
    dueOn: calendario.dataDeVencimento,
    validDays: calendario.validadeAposVencimento,
    fine: term('multa'),
    interest: term('juros'),
    rebate: term('abatimento'),
    discount: term('desconto'),
  };
}

/** As the provider says a charge. It does not tell a rebate: one that is taken off its original lets the total be checked to the cent. */
const decoded = ({ dueOn }: DatedCharge, amounts: ChargeAmounts) => ({
  ...amounts,
  originalCents: amounts.originalCents - amounts.rebateCents,
  dueOn,
  expiresAt: null,
  finality: null,
  isAmountFree: false,
  isPayable: true,
  whyNot: null,
  payerDocument: null,
  document: null,
});
const at = (day: string) => ({ now: new Date(`${day}T15:00:00Z`), day, document: '52998224725' });

describe('a dated charge costs what an implementation in another language says:', () => {
  for (const { title, cobv, last, days } of vectors.valid)
    test(title, () => {
      const charge = datedChargeSchema.parse(ofApi(cobv));
      expect(lastDayOf(charge)).toBe(last);
      expect(Object.keys(days)).not.toEqual([]);
      for (const [day, [rebate, discount, fine, interest, total]] of Object.entries(days)) {
        const amounts = amountsOn(charge, day);
        expect({ day, ...amounts }).toEqual({
          day,
          originalCents: charge.originalCents,
          rebateCents: rebate,
          discountCents: discount,
          fineCents: fine,
          interestCents: interest,
          totalCents: total,
        });
        expect(whyNotPayable(decoded(charge, amounts), at(day))).toBe(
          total === 0 ? 'Este código PIX não diz quanto cobra: peça outro a quem vai receber' : null,
        );
        const another = { ...amounts, totalCents: amounts.totalCents + 1 };
        expect(whyNotPayable(decoded(charge, another), at(day))).toMatch(/^O valor .* não confere/);
      }
    });

  test('they have every mode of the API Pix', () => {
    const modes = vectors.valid.flatMap(({ cobv }) =>
      Object.entries(cobv.valor).map(([name, term]) =>
        typeof term === 'string' ? name : `${name} ${term.modalidade}`,
      ),
    );
    const all = { multa: 2, juros: 8, abatimento: 2, desconto: 6 };
    const named = Object.entries(all).flatMap(([name, most]) =>
      Array.from({ length: most }, (_, place) => `${name} ${place + 1}`),
    );
    expect([...new Set(modes)].toSorted()).toEqual([...named, 'original'].toSorted());
  });

  // bacen/pix-api@1f1b568 openapi.yaml, "Exemplo de payload de cobrança com vencimento 1".
  test('the amounts of the published payload add up to its final amount', () => {
    const published = { originalCents: 12_345, fineCents: 1_500, interestCents: 200, totalCents: 14_045 };
    const charge: DatedCharge = {
      originalCents: 12_345,
      dueOn: '2020-12-31',
      validDays: 30,
      fine: { mode: 1, value: '15.00' },
      interest: { mode: 1, value: '0.50' },
    };
    expect(amountsOn(charge, '2021-01-04')).toMatchObject(published);
  });
});

/** The published examples A to G of validadeAposVencimento: the last day that is accepted. */
test.each([
  ['A', '2020-10-20', 4, '2020-10-26'],
  ['B', '2020-12-25', 0, '2020-12-28'],
  ['C', '2020-12-25', 1, '2020-12-29'],
  ['D', '2020-12-25', 3, '2020-12-31'],
  ['E', '2020-12-25', 4, '2021-01-04'],
  ['F', '2021-08-27', 5, '2021-09-01'],
  ['G', '2021-08-28', 5, '2021-09-06'],
])(
  'example %s of the API Pix: due on %s and valid %i days more, a charge can be paid until %s',
  (_, dueOn, validDays, last) => expect(lastDayOf({ dueOn, validDays })).toBe(last),
);

describe('any dated charge', () => {
  const value = fc.integer({ min: 1, max: 9_999 }).map((hundredths) => (hundredths / 100).toFixed(2));
  const rated = <Mode extends number>(...modes: Mode[]) =>
    fc.option(fc.record({ mode: fc.constantFrom(...modes), value }), { nil: undefined });
  const charges = fc.record({
    originalCents: fc.integer({ min: 10_000, max: 100_000_000 }),
    dueOn: fc.integer({ min: 0, max: 3_650 }).map((days) => addDays('2020-01-01', days)),
    validDays: fc.integer({ min: 0, max: 90 }),
    fine: rated(1, 2),
    interest: rated(1, 2, 3, 4, 5, 6, 7, 8),
    rebate: rated(1, 2),
    discount: rated(3, 4, 5, 6),
  });
  const days = fc.integer({ min: -60, max: 120 });

  test('adds up, takes no discount when late and no fine or interest in time, and never costs less than nothing', () => {
    fc.assert(
      fc.property(charges, days, (charge, after) => {
        const day = addDays(charge.dueOn, after);
        const { originalCents, rebateCents, discountCents, fineCents, interestCents, totalCents } = amountsOn(
          charge,
          day,
        );
        expect(totalCents).toBe(originalCents - rebateCents - discountCents + fineCents + interestCents);
        expect(totalCents).toBeGreaterThanOrEqual(0);
        expect(discountCents === 0 || fineCents + interestCents === 0).toBe(true);
        if (after <= 0) expect(fineCents + interestCents).toBe(0);
      }),
    );
  });

  test('costs no less on a later day', () => {
    fc.assert(
      fc.property(charges, days, (charge, after) => {
        const day = addDays(charge.dueOn, after);
        expect(amountsOn(charge, addDays(day, 1)).totalCents).toBeGreaterThanOrEqual(
          amountsOn(charge, day).totalCents,
        );
      }),
    );
  });

  test('can last be paid on a business day, not before its due date', () => {
    fc.assert(
      fc.property(charges, (charge) => {
        const last = lastDayOf(charge);
        expect(isBusinessDay(last) && last >= charge.dueOn).toBe(true);
      }),
    );
  });
});

describe('a dated charge as the API Pix accepts it', () => {
  const charge = { original: '123.45', dueOn: '2026-03-10', validDays: 10 };
  const until = (...limits: [on: string, value: string][]) => ({
    mode: 1,
    until: limits.map(([on, value]) => ({ on, value })),
  });

  test('a whole dated charge is accepted', () => {
    const terms = {
      fine: { mode: 2, value: '2.00' },
      interest: { mode: 3, value: '1.00' },
      rebate: { mode: 1, value: '3.45' },
      discount: until(['2026-03-01', '10.00'], ['2026-03-10', '5.00']),
    };
    expect(datedChargeSchema.parse({ ...charge, ...terms })).toEqual({
      originalCents: 12_345,
      dueOn: '2026-03-10',
      validDays: 10,
      ...terms,
    });
    expect(datedChargeSchema.parse({ original: '1.00', dueOn: '2026-03-10' })).toMatchObject({
      validDays: 30,
    });
  });

  test.each(vectors.invalid.map(({ title, source, cobv }) => [title, source, cobv] as const))(
    'a dated charge %s is refused: %s',
    (_title, _source, cobv) => expect(datedChargeSchema.safeParse(ofApi(cobv as never)).success).toBe(false),
  );

  test.each([
    [{ fine: { mode: 3, value: '1.00' } }, 'fine.mode'],
    [{ interest: { mode: 1, value: '1' } }, 'interest.value'],
    [{ rebate: { mode: 2, value: '100.00' } }, 'rebate'],
    [{ discount: until(['2026-03-11', '1.00']) }, 'discount'],
    [{ dueOn: '2026-02-30' }, 'dueOn'],
  ])('of %o the refusal names %s', (change, field) =>
    expect(Object.keys(refusalsOf(datedChargeSchema, { ...charge, ...change }))).toEqual([field]),
  );
});
