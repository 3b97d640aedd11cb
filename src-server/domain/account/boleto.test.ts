import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proofScale } from '#db/testing/proof-scale';
import bankVectors from '../vectors/boleto-bank.json' with { type: 'json' };
import dueDateVectors from '../vectors/boleto-due-date.json' with { type: 'json' };
import utilityVectors from '../vectors/boleto-utility.json' with { type: 'json' };
import { type Boleto, factorOf, readBoleto } from './boleto.ts';

type Expected = Partial<Record<string, unknown>>;

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

const outcomeIn = ({ valid, reason, dueDate }: Expected): string => {
  if (valid === false) return `is refused: ${reason}`;
  return dueDate === undefined ? 'is read' : `is due on ${dueDate ?? 'no day'}`;
};

const inVectorsOf = (input: string, today: string): Expected => {
  const reading = readBoleto(input, today);
  return reading.ok ? inVectorWords(reading.boleto) : { valid: false, reason: reading.fault };
};

describe.each([
  ['a bank boleto', bankVectors],
  ['a utility boleto', utilityVectors],
  ['a dated boleto', dueDateVectors.filter(({ input }) => typeof input === 'string')],
] as const)('%s', (kind, vectors) => {
  for (const { input, refDate, expected } of vectors as readonly {
    input: string;
    refDate: string;
    expected: Expected;
  }[])
    test(`${kind} ${input || '(empty)'} on ${refDate} ${outcomeIn(expected)}`, () =>
      expect(inVectorsOf(input, refDate)).toMatchObject(expected));
});

for (const { input, expected } of dueDateVectors)
  if (typeof input !== 'string')
    test(`the due date ${input.date} has the factor ${expected.factor}`, () =>
      expect(factorOf(input.date)).toBe(expected.factor));

/** Independent implementation of FEBRABAN's modulus 10. */
function luhnDigit(text: string): number {
  const products = [...text].reverse().map((digit, place) => Number(digit) * (place % 2 === 0 ? 2 : 1));
  const sum = [...products.join('')].reduce((total, digit) => total + Number(digit), 0);
  return sum % 10 === 0 ? 0 : 10 - (sum % 10);
}

/** Independent remainder modulo 11, weights 2 to 9 repeated from the right. */
const elevenRest = (text: string): number =>
  [...text].reverse().reduce((sum, digit, place) => sum + Number(digit) * Number('23456789'[place % 8]), 0) %
  11;

/** The bank's general check digit is never 0: remainders 0, 1 and 10 give 1. */
const bankDigit = (text: string): number =>
  11 - ([0, 1, 10].includes(elevenRest(text)) ? 10 : elevenRest(text));

/** Modulus 11 for utilities: remainder 10 gives 1; 0 and 1 give 0. */
function utilityDigit(valueIdentifier: string | undefined, text: string): number | null {
  if (valueIdentifier === '6' || valueIdentifier === '7') return luhnDigit(text);
  if (valueIdentifier !== '8' && valueIdentifier !== '9') return null;
  return [0, 0, 9, 8, 7, 6, 5, 4, 3, 2, 1][elevenRest(text)] ?? null;
}

const ends = (text: string, digit: number | null): boolean => text.at(-1) === `${digit}`;
const without = (text: string, place: number): string => text.slice(0, place) + text.slice(place + 1);

function isSoundBarcode(code: string): boolean {
  const rest = code[0] === '8' ? without(code, 3) : without(code, 4);
  if (code[0] === '8') return ends(code.slice(0, 4), utilityDigit(code[2], rest));
  return code[3] === '9' && ends(code.slice(0, 5), bankDigit(rest));
}

function isSoundBankLine(line: string): boolean {
  const fields = [line.slice(0, 10), line.slice(10, 21), line.slice(21, 32)];
  const free = line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31);
  const code = line.slice(0, 4) + line.slice(32) + free;
  const isDigit = ends(code.slice(0, 5), bankDigit(without(code, 4)));
  return line[3] === '9' && isDigit && fields.every((field) => ends(field, luhnDigit(field.slice(0, -1))));
}

function isSoundUtilityLine(line: string): boolean {
  const blocks = line.match(/.{12}/g) ?? [];
  const areSound = blocks.every((block) => ends(block, utilityDigit(line[2], block.slice(0, -1))));
  return line[0] === '8' && areSound && isSoundBarcode(blocks.map((block) => block.slice(0, -1)).join(''));
}

function isSound(typed: string): boolean {
  const digits = typed.replace(/[\s.-]/g, '');
  if (!/^\d*$/.test(digits)) return false;
  if (digits.length === 44) return isSoundBarcode(digits);
  if (digits.length === 47) return digits[0] !== '8' && isSoundBankLine(digits);
  return digits.length === 48 && isSoundUtilityLine(digits);
}

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''));

/** Boletos of all four forms with random content and correct check digits. */
const bankBoletos = fc.tuple(digits(43), fc.boolean()).map(([random, isLine]) => {
  const rest = `${random.slice(0, 3)}9${random.slice(4)}`.replace(/^8/, '7');
  const free = rest.slice(18);
  const head = rest.slice(0, 4) + bankDigit(rest) + rest.slice(4, 18);
  if (!isLine) return head + free;
  const fields = [rest.slice(0, 4) + free.slice(0, 5), free.slice(5, 15), free.slice(15)];
  return fields.map((field) => field + luhnDigit(field)).join('') + head.slice(4);
});
const utilityBoletos = fc
  .tuple(digits(43), fc.constantFrom('6', '7', '8', '9'), fc.boolean())
  .map(([random, identifier, isLine]) => {
    const rest = `8${random[1]}${identifier}${random.slice(3)}`;
    const code = rest.slice(0, 3) + utilityDigit(identifier, rest) + rest.slice(3);
    if (!isLine) return code;
    return (code.match(/.{11}/g) ?? []).map((block) => block + utilityDigit(identifier, block)).join('');
  });
const boletos = fc.oneof(bankBoletos, utilityBoletos);

/** 47 digits with correct check digits whose barcode would be a utility's. */
const bankLineOfUtility = (random: string): string => {
  const rest = `8${random.slice(1, 3)}9${random.slice(4)}`;
  const free = rest.slice(18);
  const fields = [rest.slice(0, 4) + free.slice(0, 5), free.slice(5, 15), free.slice(15)];
  return fields.map((field) => field + luhnDigit(field)).join('') + bankDigit(rest) + rest.slice(4, 18);
};

test('a 47-digit line that begins with 8 is refused for its length: lines of utilities have 48', () => {
  const line = bankLineOfUtility('0'.repeat(43));
  expect([isSoundBankLine(line), line.length]).toEqual([true, 47]);
  expect(readBoleto(line, '2026-11-21')).toEqual({ ok: false, fault: 'length' });
});

test.each([
  ['2026-11-21', 9_999, '2025-02-21'],
  ['2026-11-21', 1_000, '2025-02-22'],
  // Up to 5,500 days ahead a factor is of the second cycle, beyond that of the first.
  ['2031-01-22', 8_660, '2046-02-12'],
  ['2031-01-21', 8_660, '2021-06-23'],
])('on %s a boleto with the factor %i is due on %s', (today, factor, dueOn) => {
  const rest = `3419${factor}${'0'.repeat(35)}`;
  const reading = readBoleto(rest.slice(0, 4) + bankDigit(rest) + rest.slice(4), today);
  expect(reading).toMatchObject({ ok: true, boleto: { factor, dueOn } });
});

test('a wrong check digit of a line is reported with its block', () => {
  const [bank, utility] = [
    '10492006506100010004200997263900989810000021403',
    '836200000005667800481000180975657313001589636081',
  ];
  const flipped = (line: string, end: number) =>
    line.slice(0, end - 1) + ((Number(line[end - 1]) + 1) % 10) + line.slice(end);
  const faultAt = (line: string, end: number) => {
    const reading = readBoleto(flipped(line, end), '2026-11-21');
    return reading.ok ? null : reading.fault;
  };
  expect([10, 21, 32, 33].map((end) => faultAt(bank, end))).toEqual([
    'field1',
    'field2',
    'field3',
    'generalDV',
  ]);
  expect([12, 24, 36, 48].map((end) => faultAt(utility, end))).toEqual([
    'block1',
    'block2',
    'block3',
    'block4',
  ]);
});

test('a utility boleto keeps all eleven digits of its amount in cents', () => {
  const rest = `836${'9'.repeat(11)}${'0'.repeat(29)}`;
  const reading = readBoleto(rest.slice(0, 3) + luhnDigit(rest) + rest.slice(3), '2026-11-21');
  expect(reading).toMatchObject({ ok: true, boleto: { amountCents: 999_999_999_99, segment: 3 } });
});

const edits = fc.array(
  fc.tuple(fc.constantFrom('other', 'gone', 'twice', 'swapped', 'spaced', 'odd'), fc.nat(47), digits(1)),
  { minLength: 1, maxLength: 3 },
);
const edited = fc.tuple(boletos, edits).map(([boleto, all]) =>
  all.reduce((text, [how, place, digit]) => {
    const [before, at, after] = [text.slice(0, place), text.slice(place, place + 1), text.slice(place + 1)];
    if (how === 'other') return before + digit + after;
    if (how === 'gone') return before + after;
    if (how === 'twice') return before + at + at + after;
    if (how === 'swapped') return before + after.slice(0, 1) + at + after.slice(1);
    return before + at + (how === 'spaced' ? ' .' : 'O') + after;
  }, boleto),
);

test('the boleto reader accepts any text with all check digits right and refuses every other', {
  tags: ['scaled'],
  timeout: 300_000,
}, () => {
  const numRuns = proofScale(100_000);
  const seen = { accepted: 0, refused: 0 };
  const typed = fc.oneof(
    fc.string(),
    fc.nat(60).chain(digits),
    digits(44),
    digits(47),
    digits(43).map(bankLineOfUtility),
    boletos,
    edited,
  );
  fc.assert(
    fc.property(typed, (text) => {
      const reading = readBoleto(text, '2026-11-21');
      expect(reading.ok).toBe(isSound(text));
      seen[reading.ok ? 'accepted' : 'refused'] += 1;
      if (!reading.ok) return;
      const { line, barcode } = reading.boleto;
      expect([line, barcode]).toContain(text.replace(/[\s.-]/g, ''));
      expect(isSound(line) && isSound(barcode)).toBe(true);
    }),
    { numRuns },
  );
  expect(seen.accepted).toBeGreaterThan(numRuns * 0.1);
  expect(seen.refused).toBeGreaterThan(numRuns * 0.1);
});
