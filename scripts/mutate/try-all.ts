import process from 'node:process';
import { groupedBy } from './grouped.ts';
import type { Finding, Task } from './job.ts';
import type { Plan, Planned } from './plan.ts';
import { type Results, stillToSee } from './results.ts';
import { type Project, testName } from './scopes.ts';
import { type Stage, superviseTasks } from './supervise.ts';

/** Limit of covering test files per mutant, nearest first. */
const MAX_TESTS = { unit: 6, sqlite: 8, postgres: 8 };
/** Limit for mutants that run while modules load, each of which reloads everything. */
const MAX_TESTS_AT_LOAD = { unit: 4, sqlite: 2, postgres: 2 };
/** Limit of test files looked at per mutant, nearest first. */
const MAX_CANDIDATES = { unit: 60, sqlite: 40, postgres: 20 };

/** Tries all mutants without a valid result, updates `results` and calls `save` now and then. */
export async function tryAll(plan: Plan, results: Results, workers: number, save: () => void): Promise<void> {
  for (const project of ['unit', 'sqlite', 'postgres'] as const) {
    const open = plan.mutants.filter(({ projects }) => projects.includes(project));
    const toDo = open
      .map((mutant) => ({ mutant, tests: testsLeft(plan, results, project, mutant) }))
      .filter(({ tests }) => tests.length > 0);
    if (toDo.length === 0) continue;
    console.log(`${toDo.length} to try with the tests of ${project}`);
    const progress = progressOf(toDo.length, save);
    const byNumber = new Map(plan.mutants.map((mutant) => [mutant.number, mutant]));
    const found = (finding: Finding) => {
      const mutant = byNumber.get(finding.number) as Planned;
      results[mutant.key] = resultOf(plan, project, mutant, finding, results);
      progress(finding.verdict);
    };
    const trouble = (text: string) => console.log(`  ${text}`);
    const { stage, tasks } = stageOf(project, toDo);
    const shares = sharesOf(tasks, workers);
    await Promise.all(shares.map((share) => superviseTasks(stage, share, { found, trouble })));
    save();
  }
}

function testsLeft(plan: Plan, results: Results, project: Project, mutant: Planned): string[] {
  const hash = plan.sourceHashes.get(mutant.path) ?? '';
  const nearest = plan.testsFor(project, mutant.path).slice(0, MAX_CANDIDATES[project]);
  const left = stillToSee(
    results[mutant.key],
    hash,
    nearest.map((path) => testName(project, path)),
    plan.testHashes,
  );
  return nearest.filter((path) => left.includes(testName(project, path)));
}

/** Keeps the tests that an earlier run tried. Of a survivor all tests count as tried, also those beyond the limits. */
function resultOf(plan: Plan, project: Project, mutant: Planned, finding: Finding, results: Results) {
  const sourceHash = plan.sourceHashes.get(mutant.path) ?? '';
  const known = results[mutant.key];
  const before = known?.sourceHash === sourceHash ? known : undefined;
  const isAlive = finding.verdict === 'survived' || finding.verdict === 'uncovered';
  const looked = (isAlive ? plan.testsFor(project, mutant.path) : finding.seen).map((path) =>
    testName(project, path),
  );
  const seen = Object.fromEntries(looked.map((test) => [test, plan.testHashes.get(test) ?? '']));
  const by = finding.by && testName(project, finding.by);
  const verdict =
    finding.verdict === 'uncovered' && before?.verdict === 'survived' ? 'survived' : finding.verdict;
  return { sourceHash, verdict, by, seen: { ...before?.seen, ...seen } };
}

function stageOf(project: Project, toDo: { mutant: Planned; tests: string[] }[]) {
  const tests = [...new Set(toDo.flatMap((one) => one.tests))];
  const places = new Map(tests.map((test, place) => [test, place]));
  const firstNumbers = new Map<string, number>();
  for (const { mutant } of toDo) firstNumbers.set(mutant.path, mutant.firstNumber);
  const stage: Stage = {
    project,
    tests,
    sources: [...firstNumbers].map(([path, firstNumber]) => ({ path, firstNumber })),
    maxTests: MAX_TESTS[project],
    maxTestsAtLoad: MAX_TESTS_AT_LOAD[project],
  };
  const tasks = toDo.map(
    ({ mutant, tests: left }): Task => ({
      number: mutant.number,
      source: mutant.path,
      tests: left.map((test) => places.get(test) as number),
    }),
  );
  return { stage, tasks };
}

/** Splits the tasks evenly; each source stays in one part. */
function sharesOf(tasks: Task[], workers: number): Task[][] {
  const shares: Task[][] = Array.from({ length: workers }, () => []);
  for (const ofSource of groupedBy(tasks, ({ source }) => source).values())
    shares.sort((one, other) => one.length - other.length)[0]?.push(...ofSource);
  return shares.filter((share) => share.length > 0);
}

function progressOf(total: number, save: () => void) {
  let [done, alive] = [0, 0];
  return (verdict: string) => {
    done += 1;
    if (verdict === 'survived' || verdict === 'uncovered') alive += 1;
    if (done % 20 === 0) save();
    if (done % 200 === 0 || done === total)
      process.stdout.write(`  ${done} of ${total} tried, ${alive} alive\n`);
  };
}
