/** @module-tag slow */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findMutants } from './find-mutants.ts';
import type { Finding } from './job.ts';
import { superviseTasks } from './supervise.ts';

const SOURCE = 'scripts/mutate/testing/postage.ts';
const TESTS = ['scripts/mutate/testing/postage.weak.ts', 'scripts/mutate/testing/postage.good.ts'];

test('a mutant survives a weak test and is killed by a good one', async () => {
  const mutants = findMutants(SOURCE, readFileSync(SOURCE, 'utf8'));
  const numberOf = (change: string) => mutants.findIndex((mutant) => mutant.change === change);
  const faults = {
    boundary: numberOf('left > 0 → left >= 0'),
    atLoad: numberOf('30_000 → 30001'),
    endless: numberOf('left -= 1_000 → left += 1_000'),
  };
  const [weak, good] = [[], []] as [Finding[], Finding[]];
  const tasks = (place: number) =>
    Object.values(faults).map((number) => ({ number, source: SOURCE, tests: [place] }));
  const troubles: string[] = [];
  let found = weak;
  await superviseTasks(
    {
      project: 'unit',
      sources: [{ path: SOURCE, firstNumber: 0 }],
      tests: TESTS,
      maxTests: 5,
      maxTestsAtLoad: 5,
    },
    [...tasks(0), ...tasks(1)],
    {
      found: (finding) => {
        if (found.length === 3) found = good;
        found.push(finding);
      },
      trouble: (text) => troubles.push(text),
    },
  );

  const verdicts = (findings: Finding[]) =>
    Object.fromEntries(
      Object.entries(faults).map(([name, number]) => [
        name,
        findings.find((finding) => finding.number === number)?.verdict,
      ]),
    );
  expect(troubles).toEqual([]);
  // Any test that runs an endless loop detects it.
  expect(verdicts(weak)).toEqual({ boundary: 'survived', atLoad: 'survived', endless: 'timeout' });
  expect(verdicts(good)).toEqual({ boundary: 'killed', atLoad: 'killed', endless: 'timeout' });
  expect(good.find(({ number }) => number === faults.atLoad)?.by).toBe(
    `${TESTS[1]} > the heaviest parcel is accepted, one gram more is refused`,
  );
});
