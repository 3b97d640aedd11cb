import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import bankVectors from '../vectors/boleto-bank.json' with { type: 'json' };
import dueDateVectors from '../vectors/boleto-due-date.json' with { type: 'json' };
import utilityVectors from '../vectors/boleto-utility.json' with { type: 'json' };
import { type Boleto, factorOf, readBoleto } from './boleto.ts';
import { modulus10, rest11 } from './check-digit.ts';

type Expected = Partial<Record<string, unknown>>;

/** A slip in the words of the vectors. */
const inVectorWords = (boleto: Boleto): Expected =>
  boleto.kind === 'bank'
    ? {
        valid: true,
        kind: 'bancario',
        bank: boleto.bankCode,
        factor: boleto.factor,
        amountCents: boleto.amountCents,
        dueDate: boleto.dueOn,
        barcode: boleto.barcode,
        line: boleto.line,
      }
    : {
        valid: true,
        kind: 'arrecadacao',
        segment: boleto.segment,
        valueIdentifier: boleto.valueIdentifier,
        effectiveValue: boleto.hasEffectiveValue,
        amountCents: boleto.amountCents,
        barcode: boleto.barcode,
        line: boleto.line,
      };

const inVectorsOf = (input: string, today: string): Expected => {
  const reading = readBoleto(input, today);
  return reading.ok ? inVectorWords(reading.boleto) : { valid: false, reason: reading.fault };
};

describe.each([
  ['a bank slip', bankVectors],
  ['a utility slip', utilityVectors],
  ['a due date', dueDateVectors.filter(({ input }) => typeof input === 'string')],
] as const)('%s', (_, vectors) => {
  for (const { input, refDate, expected } of vectors as readonly {
    input: string;
    refDate: string;
    expected: Expected;
  }[])
    test(`${input} on ${refDate}`, () => expect(inVectorsOf(input, refDate)).toMatchObject(expected));
});

for (const { input, expected } of dueDateVectors)
  if (typeof input !== 'string')
    test(`the factor of ${input.date}`, () => expect(factorOf(input.date)).toBe(expected.factor));

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''));
const valid = [...bankVectors, ...utilityVectors].flatMap(({ input, refDate }) => {
  const reading = readBoleto(input, refDate);
  return reading.ok ? [reading.boleto.line, reading.boleto.barcode] : [];
});
const mutated = fc
  .tuple(fc.constantFrom(...valid), fc.nat(47), fc.integer({ min: 0, max: 9 }))
  .map(([line, place, digit]) => line.slice(0, place) + digit + line.slice(place + 1));

/** Every check digit of a slip, verified by sums written apart from the reader. */
function isSound(boleto: Boleto): boolean {
  const { barcode, line } = boleto;
  if (boleto.kind === 'bank') {
    const rest = rest11(barcode.slice(0, 4) + barcode.slice(5));
    const general = [0, 1, 10].includes(rest) ? 1 : 11 - rest;
    const fields = [line.slice(0, 10), line.slice(10, 21), line.slice(21, 32)];
    const isDvSound = (rest === 10 ? 1 : general) === Number(barcode[4]);
    return isDvSound && fields.every((field) => modulus10(field.slice(0, -1)) === Number(field.slice(-1)));
  }
  const check = (text: string) => {
    if (boleto.valueIdentifier < 8) return modulus10(text);
    const rest = rest11(text);
    return rest < 2 ? 0 : (11 - rest) % 10 || 1;
  };
  const blocks = [0, 12, 24, 36].map((start) => line.slice(start, start + 12));
  return (
    check(barcode.slice(0, 3) + barcode.slice(4)) === Number(barcode[3]) &&
    blocks.every((block) => check(block.slice(0, 11)) === Number(block[11]))
  );
}

test('whatever is typed, the reader answers, and accepts no wrong check digit', () => {
  const typed = fc.oneof(
    fc.string(),
    digits(44),
    digits(47),
    digits(48).map((line) => `8${line.slice(1)}`),
    mutated,
  );
  fc.assert(
    fc.property(typed, (text) => {
      const reading = readBoleto(text, '2026-11-21');
      if (reading.ok) expect(isSound(reading.boleto)).toBe(true);
    }),
    { numRuns: 100_000 },
  );
});
