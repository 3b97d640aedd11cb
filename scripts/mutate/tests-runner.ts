import { resolve } from 'node:path';
import process from 'node:process';
import { type File, startTests, type Task, type Test } from '@vitest/runner';
import { TestRunner } from 'vitest';
import { forget, type Loaded } from './loaded-modules.ts';
import { activate, beginLongTest, noteIn, passedAtLoad, passes } from './switchboard.ts';

export type VitestRunner = {
  config: TestRunner['config'];
  moduleRunner: unknown;
  _otel: unknown;
  workerState: Loaded;
};

/** `hits`: mutants covered by each test, outside tests under ''. */
export type Outcome = {
  failed: { id: string; name: string; timedOut: boolean } | null;
  hits: Map<string, Set<number>>;
  /** Processor time per test in milliseconds. */
  cpuMs: Map<string, number>;
  slowestMs: number;
  /** Number of mutant checks. */
  passes: number;
};

/** Stops at the first failure; reports nothing. */
class TestsRunner extends TestRunner {
  readonly hits = new Map<string, Set<number>>();
  readonly cpuMs = new Map<string, number>();
  readonly tooLong = new Set<string>();
  passed = 0;
  failed = false;
  private began = process.cpuUsage();
  readonly chosen: ReadonlySet<string> | null;

  constructor(
    vitestRunner: VitestRunner,
    chosen: ReadonlySet<string> | null,
    timeoutMs: number,
    readonly measures: boolean,
  ) {
    super({ ...vitestRunner.config, testTimeout: timeoutMs, hookTimeout: timeoutMs });
    Object.assign(this, { moduleRunner: vitestRunner.moduleRunner, _otel: vitestRunner._otel });
    this.chosen = chosen;
  }

  onTaskUpdate(): Promise<void> {
    return Promise.resolve();
  }

  onCollected(files: File[]): void {
    noteIn(this.hitsOf(''));
    if (this.chosen) for (const file of files) leaveOut(file, this.chosen);
  }

  override async onBeforeRunTask(test: Test): Promise<void> {
    if (this.failed) test.mode = 'skip';
    await super.onBeforeRunTask(test);
    noteIn(this.hitsOf(test.id));
    if (this.measures) beginLongTest();
    this.began = process.cpuUsage();
  }

  override onAfterRunTask(test: Test): void {
    super.onAfterRunTask(test);
    const { user, system } = process.cpuUsage(this.began);
    this.cpuMs.set(test.id, (user + system) / 1_000);
    noteIn(this.hitsOf(''));
    if (this.measures && passes().looped) this.tooLong.add(test.id);
    else if (test.result?.state === 'fail') this.failed = true;
    if (!this.measures) return;
    this.passed += passes().count;
    activate(-1);
  }

  override async onAfterRunSuite(): Promise<void> {}

  private hitsOf(id: string): Set<number> {
    const hits = this.hits.get(id) ?? new Set();
    this.hits.set(id, hits);
    return hits;
  }
}

function leaveOut(task: Task, chosen: ReadonlySet<string>): boolean {
  const left = task.type === 'suite' ? task.tasks.filter((one) => leaveOut(one, chosen)).length : 0;
  const isOut = task.type === 'suite' ? left === task.tasks.length : !chosen.has(task.id);
  if (isOut) task.mode = 'skip';
  return isOut;
}

/** Loads the test file again. `measures`: records coverage without a mutant and aborts too long tests. */
export async function runTests(
  vitestRunner: VitestRunner,
  path: string,
  chosen: ReadonlySet<string> | null,
  timeoutMs: number,
  measures = false,
): Promise<Outcome> {
  const runner = new TestsRunner(vitestRunner, chosen, timeoutMs, measures);
  forget(vitestRunner.workerState, resolve(path));
  noteIn(passedAtLoad);
  const files = await startTests([{ filepath: resolve(path), testLocations: undefined }], runner);
  noteIn(passedAtLoad);
  for (const id of runner.tooLong) for (const known of [runner.hits, runner.cpuMs]) known.delete(id);
  const tests = files.flatMap(testsOf).filter(({ id }) => !runner.tooLong.has(id));
  const failing =
    tests.find(({ result }) => result?.state === 'fail') ??
    files.flatMap(suitesOf).find(({ result }) => (result?.errors?.length ?? 0) > 0);
  const slowestMs = Math.max(0, ...tests.map(({ result }) => result?.duration ?? 0));
  const told = { hits: runner.hits, cpuMs: runner.cpuMs, slowestMs, passes: runner.passed };
  if (!failing) return { failed: null, ...told };
  const message = failing.result?.errors?.map((error) => String(error.message)).join('\n') ?? '';
  const timedOut = /^(Test|Hook) timed out in/m.test(message);
  return { failed: { id: failing.id, name: failing.name || 'the file itself', timedOut }, ...told };
}

const testsOf = (task: Task): Test[] => (task.type === 'test' ? [task] : task.tasks.flatMap(testsOf));
const suitesOf = (task: Task): Task[] =>
  task.type === 'test' ? [] : [...task.tasks.flatMap(suitesOf), task];
