import { expect, test } from 'vitest';
import { askedFuzzCalls, fuzzCalls, fuzzSeed } from '#db/testing/fuzz-calls';
import { testEngine } from '#db/testing/test-db';
import { declaredProcedures } from '#server/access/trpc';
import { appRouter } from '#server/router';
import { FUZZ_ACTORS, type FuzzRow, fuzz } from '#server/testing/fuzz/run';

const HOURS_MS = 12 * 3_600_000;

test('random input fails no procedure, costs little, and writes nothing when refused', {
  tags: ['scaled'],
  timeout: HOURS_MS,
}, async () => {
  const procedures = declaredProcedures(appRouter);
  const calls = fuzzCalls();
  const { rows, problems, heapGrowth } = await fuzz(procedures, { calls, seed: fuzzSeed() });
  if (askedFuzzCalls() !== null) console.log(table(rows, heapGrowth));
  expect(problems).toEqual([]);
  expect(rows.map(({ path }) => path)).toEqual(procedures.map(({ path }) => path));
  for (const row of rows) expect(row.calls, row.path).toBeGreaterThanOrEqual(calls);
  expect(heapGrowth).toBeLessThan(0.2);
});

const table = (rows: readonly FuzzRow[], heapGrowth: number): string =>
  [
    `${testEngine()}, as ${FUZZ_ACTORS.join(', ')}: ${rows.reduce((sum, { calls }) => sum + calls, 0)} calls`,
    'procedure                                 calls  max CPU ms  refused, nothing written  answers',
    ...rows.map(
      ({ path, calls, maxCpuMs, unchanged, byStatus }) =>
        `${path.padEnd(40)} ${String(calls).padStart(6)} ${maxCpuMs.toFixed(0).padStart(11)} ${String(unchanged).padStart(25)}  ${JSON.stringify(byStatus)}`,
    ),
    `memory after all of it: ${(heapGrowth * 100).toFixed(1)} %`,
  ].join('\n');
