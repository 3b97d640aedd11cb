/** @module-tag postgres */
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { isKnownDay } from '#domain/day-schema';
import { declaredProcedures } from '#server/access/trpc';
import { toAnswer } from '#server/kernel/to-answer';
import { appRouter } from '#server/router';
import { test } from '#server/testing/bank-test';
import { fieldsOf } from '#server/testing/input-fields';
import type { callerOf } from '#server/testing/people';
import { refusalOf } from '#server/testing/refusal-of';

const PROCEDURES = declaredProcedures(appRouter);
const FIELDS = PROCEDURES.flatMap((procedure) =>
  procedure.inputs.flatMap(fieldsOf).map((field) => ({ procedure, ...field })),
);
const takes = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

/** Valid cursor formats of other lists, and values beyond PostgreSQL's range. */
const MADE_UP_CURSORS = [
  '999999999999999',
  '2147483648',
  '0',
  '-1',
  '999999999999999.a',
  '999999999999999.a.b',
  '9999999999.9999999999',
  '9999-12-31.a',
  '0000-00-00.a',
  '..',
  '٣',
  'x'.repeat(64),
  'x'.repeat(200),
];

/** A field that accepts one of these is not of a date or time: words, account numbers. */
const NO_TIMES = ['nenhum-dia-do-calendario', '2026-99'];

/** Valid values of date and time fields, and ones out of range. */
const TIMES = [
  {
    of: 'days',
    near: ['2026-03-09', '1999-12-31'],
    far: ['0000-01-01', '0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31', '2026-02-30'],
  },
  {
    of: 'months',
    near: ['2026-02', '1999-12'],
    far: ['0000-01', '0001-01', '1899-12', '2200-01', '9999-12', '2026-13'],
  },
  {
    of: 'moments',
    near: ['2026-03-09T12:00:00-03:00', '1999-12-31T23:59:59Z'],
    far: ['0000-01-01T00:00:00Z', '1899-12-31T12:00:00Z', '2200-01-02T00:00:00Z', '9999-12-31T23:59:59Z'],
  },
];

describe('inputs of every procedure', () => {
  test.for(TIMES)('no procedure takes $of before 1900 or after 2199', ({ near, far }) => {
    const fields = FIELDS.filter(
      ({ schema }) =>
        near.every((text) => takes(schema, text)) && !NO_TIMES.some((text) => takes(schema, text)),
    );
    expect(fields.length).toBeGreaterThan(0);
    const taken = fields.flatMap(({ procedure, name, schema }) =>
      far.filter((text) => takes(schema, text)).map((text) => `${procedure.path} ${name}: ${text}`),
    );
    expect(taken).toEqual([]);
  });

  test('every id input accepts only letters, digits, dashes and underscores', () => {
    const ids = FIELDS.filter(({ name }) => /(^|\.)(id|\w+Id|ids\.0)$/.test(name));
    expect(ids.length).toBeGreaterThan(30);
    const taken = ids.filter(({ schema }) =>
      ['a b', 'a\u0000b', "a'", ''].some((text) => takes(schema, text)),
    );
    expect(taken.map(({ procedure, name }) => `${procedure.path} ${name}`)).toEqual([]);
  });

  test('no procedure accepts a NUL in any text, from any caller', async ({ setup: { bank, ana, admin } }) => {
    const taken: string[] = [];
    for (const { procedure, name, holding } of FIELDS) {
      const call = callOf(procedure.access === 'admin' ? admin.call : ana.call, procedure.path);
      const { code, fields } = await refusalOf(call(holding('a\u0000b')));
      if (code !== 'VALIDATION' || !fields?.[name]?.includes('não permitido'))
        taken.push(`${procedure.path} ${name}: ${code}`);
    }
    expect(FIELDS.length).toBeGreaterThan(150);
    expect(taken).toEqual([]);
    expect(bank.logged.filter((line) => line.includes('a request failed'))).toEqual([]);
  });

  test('no list fails at a made-up cursor', async ({ setup: { bank, ana, admin } }) => {
    const lists = FIELDS.filter(({ name }) => name === 'cursor');
    expect(lists.length).toBeGreaterThan(10);
    for (const { procedure } of lists) {
      const answers = [ana, admin].flatMap(({ call }) =>
        MADE_UP_CURSORS.map((cursor) => callOf(call, procedure.path)({ cursor })),
      );
      for (const answer of await Promise.allSettled(answers)) {
        const status = answer.status === 'fulfilled' ? 200 : toAnswer(answer.reason).status;
        expect([200, 400, 403], procedure.path).toContain(status);
      }
    }
    expect(bank.logged.filter((line) => line.includes('a request failed'))).toEqual([]);
  });

  test('a NUL in the name of a field is refused, and ten thousand nested lists are checked', async ({
    ana,
  }) => {
    const list = ana.call.account.ledger as (input: unknown) => Promise<unknown>;
    expect((await refusalOf(list({ 'a\u0000b': 1 }))).code).toBe('VALIDATION');
    let nest: unknown = 'a\u0000b';
    for (let depth = 0; depth < 10_000; depth += 1) nest = [nest];
    expect((await refusalOf(list({ q: nest }))).code).toBe('VALIDATION');
  });
});

describe('fields found by walking a schema', () => {
  test('a known day exists in the calendar and lies from 1900 to 2199', () => {
    expect(['1900-01-01', '2024-02-29', '2199-12-31'].map(isKnownDay)).toEqual([true, true, true]);
    expect(['1899-12-31', '2023-02-29', '2200-01-01', ''].map(isKnownDay)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  test('the walk of a schema finds nested, listed, optional and converted fields', () => {
    const schema = z
      .object({
        a: z.string().optional(),
        b: z.object({ c: z.array(z.string()) }),
        d: z.string().transform(Number),
      })
      .transform(({ a }) => a)
      .optional();
    expect(fieldsOf(schema).map(({ name }) => name)).toEqual(['a', 'b.c.0', 'd']);
    expect(fieldsOf(schema)[1]?.holding('x')).toEqual({ b: { c: ['x'] } });
  });
});

function callOf(caller: ReturnType<typeof callerOf>, path: string): (input: unknown) => Promise<unknown> {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], caller) as never;
}
