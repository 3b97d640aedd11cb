import fc from 'fast-check';
import { z } from 'zod';
import { fieldsOf, shapeOf } from '../input-fields.ts';

const BOUNDARY_VALUES = [
  'a\u0000b',
  '0000-01-01',
  '9999-12-31',
  '9999-12',
  '9999-12-31T23:59:59.999Z',
  '999999999999999',
  '999999999999999.a',
  '999999999999999.a.b',
  '9999-12-31.a',
  '9999999999.9999999999',
  '99999999999999.99',
  2 ** 31,
  Number.MAX_SAFE_INTEGER,
];

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u2066',
  '\u0301'.repeat(200),
  '😀'.repeat(50),
  'İ',
  'ß',
  '٣٤٥',
  '１２３',
  "' OR 1=1 --",
  '"; drop table users; --',
  '%',
  '_',
  '%%%%\\',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '$' + '{jndi:ldap://x}',
  '=cmd|/C calc!A0',
  '../../etc/passwd',
  '\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  'true',
  '[]',
  '{}',
  '0x10',
  '1e309',
  '-0',
  '1,000.00',
  '1.000,00',
  '99999999999999999999.99',
  '9007199254740993',
  '0.001',
  '0000-01-01',
  '1899-12-31',
  '9999-12-31',
  '2026-02-30',
  '9999-12',
  '0000-00',
  '+033658-09-27T01:46:39.999Z',
  '9999-12-31T23:59:59.999Z',
  '999999999999999.a',
  '999999999999999.a.b',
  '2147483648',
  '9999999999.9999999999',
  'a@'.repeat(50),
  'a'.repeat(65),
  'a'.repeat(300),
  '1'.repeat(5_000),
  '.'.repeat(15_000),
  '000201'.repeat(80),
  `${' '.repeat(10_000)}x`,
  '('.repeat(2_000),
];

const HOSTILE_NUMBERS = [
  0,
  -0,
  -1,
  0.1,
  0.001,
  1e-7,
  1e15,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 63),
];

/** As large as a body may be, in shapes whose cost may grow faster than their size. */
export const LARGE_SHAPES: Record<string, unknown> = {
  'many values under a long name': { ['a'.repeat(50_000)]: Array(24_000).fill(1) },
  'many names': Object.fromEntries(Array.from({ length: 9_000 }, (_, number) => [`n${number}`, 0])),
  'many texts': Array(24_000).fill(''),
  'lists in lists': nested(4_000),
  'many values deep down': Array(500).fill(nested(90)),
  'one long text': 'a.'.repeat(50_000),
};

const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);
const hostileNumber = fc.oneof(fc.constantFrom(...HOSTILE_NUMBERS), fc.double({ noNaN: true }), fc.integer());
const hostileShape = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { json: {}, meta: {} }),
  fc.constantFrom<unknown>({ length: 1e8 }, { $gt: '' }, { toString: 1 }),
  fc.array(hostileText, { maxLength: 3 }),
  fc.dictionary(hostileText, hostileNumber, { maxKeys: 3 }),
  fc.constant(nested(200)),
  fc.constantFrom(...Object.values(LARGE_SHAPES)),
);

function nested(depth: number): unknown {
  let nest: unknown = 'x';
  for (let level = 0; level < depth; level += 1) nest = [nest];
  return nest;
}

export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileText as fc.Arbitrary<unknown> },
  { weight: 2, arbitrary: hostileNumber as fc.Arbitrary<unknown> },
  { weight: 1, arbitrary: hostileShape },
);

/** Inputs from a schema, some fields invalid. `words`: ids, account numbers and documents known to the bank. */
export function inputsOf(schema: z.ZodType, words: readonly string[]): fc.Arbitrary<unknown> {
  const shaped = arbitraryOf(schema, fc.constantFrom(...words));
  return fc.oneof({ weight: 9, arbitrary: shaped }, { weight: 1, arbitrary: hostile });
}

export function spiked(validInput: Record<string, unknown>, schema: z.ZodType): fc.Arbitrary<unknown> {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return hostile;
  const spike = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<unknown>(...BOUNDARY_VALUES) },
    { weight: 1, arbitrary: hostile },
  );
  return fc
    .tuple(fc.constantFrom(...fields), spike)
    .map(([{ holding }, value]) => ({ ...validInput, ...(holding(value) as object) }));
}

function arbitraryOf(schema: z.ZodType, word: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const inner = shapeOf(schema);
  const isOptional = schema.safeParse(undefined).success;
  const fitting = fittingOf(inner, word);
  return fc.oneof(
    { weight: 6, arbitrary: fitting },
    { weight: 1, arbitrary: hostile },
    { weight: isOptional ? 3 : 0, arbitrary: fc.constant(undefined as unknown) },
  );
}

function fittingOf(inner: z.ZodType, word: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  if (inner instanceof z.ZodObject) return recordOf(inner, word);
  if (inner instanceof z.ZodArray)
    return fc.array(arbitraryOf(inner.element as z.ZodType, word), { maxLength: 4 }) as fc.Arbitrary<unknown>;
  if (inner instanceof z.ZodUnion)
    return fc.oneof(...inner.options.map((option) => arbitraryOf(option as z.ZodType, word)));
  if (inner instanceof z.ZodEnum) return fc.constantFrom<unknown>(...(inner.options as unknown[]));
  if (inner instanceof z.ZodLiteral) return fc.constantFrom<unknown>(...(inner.values as Set<unknown>));
  if (inner instanceof z.ZodBoolean) return fc.boolean() as fc.Arbitrary<unknown>;
  if (inner instanceof z.ZodNumber)
    return fc.oneof(fc.integer({ min: -2, max: 500 }), hostileNumber) as fc.Arbitrary<unknown>;
  if (inner instanceof z.ZodString) return textOf(inner, word);
  return fc.oneof(word, hostile);
}

/** Some of the fields, at times one that no object should have. */
function recordOf(schema: z.ZodObject, word: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [name, arbitraryOf(field as z.ZodType, word)]),
  );
  const known = fc.record(fields) as fc.Arbitrary<Record<string, unknown>>;
  const strange = fc.dictionary(
    fc.constantFrom('__proto__', 'constructor', 'x', 'json', 'meta', '0'),
    hostile,
    {
      maxKeys: 2,
      noNullPrototype: true,
    },
  );
  return fc.oneof(
    { weight: 8, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(known, strange).map(([one, other]) => ({ ...one, ...other })) },
  );
}

const USUAL_TEXTS = [
  '1.00',
  '100.00',
  '0.01',
  '12',
  '2026-03-09',
  '2026-03',
  '2026-04-01T12:00:00-03:00',
  'Aluguel de março',
  'ana@correio.example',
  '(11) 98765-4321',
  '09710-001',
  'SP',
  'SenhaForte123',
  '123456',
];

function textOf(schema: z.ZodString, word: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const commonText = fc.oneof(word, fc.constantFrom<unknown>(...USUAL_TEXTS));
  const patterns = [...((schema._zod.bag as { patterns?: Set<RegExp> }).patterns ?? [])];
  const matching = patterns.flatMap((pattern) => {
    try {
      return [fc.stringMatching(new RegExp(pattern.source)) as fc.Arbitrary<unknown>];
    } catch {
      return [];
    }
  });
  return fc.oneof(commonText, ...matching);
}
