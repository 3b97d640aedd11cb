import { resolve } from 'node:path';
import { type Finding, type Job, say, type Task } from './job.ts';
import { forget } from './loaded-modules.ts';
import { activate, passedAtLoad, passes } from './switchboard.ts';
import { type Outcome, runTests, type VitestRunner } from './tests-runner.ts';

type Baseline = {
  hits: Map<string, Set<number>>;
  cpuMs: Map<string, number>;
  slowestMs: number;
  passes: number;
  tookMs: number;
};

type Witness = { file: string; id: string; name: string };

/** `hangs`: part of it may still be running. */
type Attempt = { task: Task; finding: Finding; witness: Witness | null; hangs: boolean };

/** 'used up': a new process must continue · 'spoiled': it must also repeat the unwritten findings, one at a time */
export type SessionEnd = 'done' | 'used up' | 'spoiled';

const keyed = ({ witness }: Attempt): [string, Witness][] =>
  witness ? [[witness.file + witness.id, witness]] : [];

/** Processor time: slower tests come last, and the slowest are not tried. */
const QUICK_MS = 200;
const TOO_LONG_MS = 5_000;
const UNLIMITED_MS = 120_000;
/** Memory at which a new process takes over. */
const MAX_MEMORY_BYTES = 3_000_000_000;

export class Session {
  private readonly baseline = new Map<string, Baseline | null>();
  private unwritten: Attempt[] = [];
  /** Test files whose tests depend on each other, run only as a whole. */
  private readonly whole = new Set<string>();
  private spoiled: string | null = null;

  constructor(
    private readonly job: Job,
    private readonly vitestRunner: VitestRunner,
  ) {}

  async run(): Promise<SessionEnd> {
    say(this.job, { kind: 'process', pid: process.pid });
    const tasks = [...this.job.tasks];
    for (let task = tasks.shift(); task; task = tasks.shift()) {
      const tried = await this.tryOut(task);
      this.unwritten.push(tried);
      const hangs = tried.hangs || process.memoryUsage().rss > MAX_MEMORY_BYTES;
      if (this.unwritten.length < this.job.batch && !hangs && tasks.length > 0) continue;
      const again = await this.write();
      if (!again) return 'spoiled';
      tasks.push(...again);
      // A hanging test goes on running in this process.
      if (hangs) return 'used up';
    }
    return 'done';
  }

  /** Writes findings whose tests pass without a mutant. Returns tasks to repeat; null if this process is damaged. */
  private async write(): Promise<Task[] | null> {
    const fallen = new Set<string>();
    for (const [key, { file, id, name }] of new Map(this.unwritten.flatMap(keyed))) {
      const alone = await this.once(file, new Set([id]), -1, UNLIMITED_MS, 300);
      if (!alone.failed) continue;
      fallen.add(key);
      const together = await this.once(file, null, -1, UNLIMITED_MS, 600);
      if (together.failed) {
        say(this.job, { kind: 'trouble', text: `${file} > ${name} fails after a fault` });
        if (this.job.batch > 1) return null;
      } else {
        this.whole.add(file);
        say(this.job, { kind: 'trouble', text: `${file} > ${name} fails without the tests before it` });
      }
    }
    const found = this.unwritten.splice(0);
    const isSure = (tried: Attempt) =>
      !tried.witness || this.job.batch === 1 || !fallen.has(tried.witness.file + tried.witness.id);
    for (const tried of found) if (isSure(tried)) say(this.job, { kind: 'finding', finding: tried.finding });
    return this.job.batch === 1 && fallen.size > 0
      ? null
      : found.filter((tried) => !isSure(tried)).map(({ task }) => task);
  }

  private async tryOut(task: Task): Promise<Attempt> {
    const seen: string[] = [];
    let tried = 0;
    for (const place of task.tests) {
      const most = passedAtLoad.has(task.number) ? this.job.maxTestsAtLoad : this.job.maxTests;
      if (tried >= most) break;
      const file = this.job.tests[place] as string;
      const baseline = await this.baselineOf(file);
      if (!baseline) continue;
      seen.push(file);
      const parts = this.coveringTests(file, baseline, task.number);
      if (parts.length > 0) tried += 1;
      for (const chosen of parts) {
        const outcome = await this.withFault(task, file, baseline, chosen);
        if (outcome.failed || outcome.looped) return noticed(task, file, chosen, seen, outcome, baseline);
      }
    }
    const verdict = tried === 0 ? 'uncovered' : 'survived';
    return {
      task,
      finding: { number: task.number, verdict, by: null, seen },
      witness: null,
      hangs: false,
    };
  }

  /** Tests that cover the mutant, in batches; null: the whole file. */
  private coveringTests(file: string, baseline: Baseline, number: number): (Set<string> | null)[] {
    const anywhere = passedAtLoad.has(number) || baseline.hits.get('')?.has(number) === true;
    const ids = [...baseline.cpuMs.keys()].filter((id) => anywhere || baseline.hits.get(id)?.has(number));
    if (ids.length > 0 && this.whole.has(file)) return [null];
    const takes = (id: string) => baseline.cpuMs.get(id) ?? 0;
    const quick = ids.filter((id) => takes(id) <= QUICK_MS);
    const slow = ids.filter((id) => takes(id) > QUICK_MS && takes(id) <= TOO_LONG_MS);
    return [quick, slow].filter((part) => part.length > 0).map((part) => new Set(part));
  }

  private async withFault(task: Task, file: string, baseline: Baseline, chosen: Set<string> | null) {
    const atLoad = passedAtLoad.has(task.number);
    this.cleanUp();
    if (atLoad) {
      forget(this.vitestRunner.workerState, resolve(task.source), true);
      this.spoiled = task.source;
    }
    const timeoutMs = 5_000 + 10 * baseline.slowestMs;
    const limitSeconds = 60 + (20 * baseline.tookMs) / 1_000;
    return this.once(file, chosen, task.number, timeoutMs, limitSeconds, baseline.passes);
  }

  private cleanUp(): void {
    if (this.spoiled) forget(this.vitestRunner.workerState, resolve(this.spoiled), true);
    this.spoiled = null;
  }

  private async once(
    file: string,
    chosen: ReadonlySet<string> | null,
    active: number,
    timeoutMs: number,
    limitSeconds: number,
    usualPasses?: number,
  ): Promise<Outcome & { looped: boolean }> {
    if (active < 0) this.cleanUp();
    say(this.job, { kind: 'step', number: active < 0 ? null : active, limitSeconds });
    activate(active, usualPasses);
    const outcome = await runTests(this.vitestRunner, file, chosen, timeoutMs);
    const { looped } = passes();
    activate(-1);
    return { ...outcome, looped };
  }

  /** Null if the file fails without a mutant. */
  private async baselineOf(file: string): Promise<Baseline | null> {
    const known = this.baseline.get(file);
    if (known !== undefined) return known;
    const began = performance.now();
    this.cleanUp();
    say(this.job, { kind: 'step', number: null, limitSeconds: 600 });
    activate(-1);
    const outcome = await runTests(this.vitestRunner, file, null, UNLIMITED_MS, true);
    const tookMs = performance.now() - began;
    const baseline = outcome.failed
      ? null
      : {
          hits: outcome.hits,
          cpuMs: outcome.cpuMs,
          slowestMs: outcome.slowestMs,
          passes: outcome.passes,
          tookMs,
        };
    if (outcome.failed)
      say(this.job, { kind: 'trouble', text: `${file} > ${outcome.failed.name} fails without a fault` });
    this.baseline.set(file, baseline);
    return baseline;
  }
}

function noticed(
  task: Task,
  file: string,
  chosen: ReadonlySet<string> | null,
  seen: string[],
  { failed, looped }: Outcome & { looped: boolean },
  baseline: Baseline,
): Attempt {
  const name = failed?.name ?? 'a loop without end';
  const verdict = looped || failed?.timedOut ? 'timeout' : 'killed';
  const finding: Finding = { number: task.number, verdict, by: `${file} > ${name}`, seen };
  const isAlone = verdict === 'killed' && failed && baseline.cpuMs.has(failed.id) && chosen;
  const witness = isAlone && failed ? { file, id: failed.id, name } : null;
  return { task, finding, witness, hangs: failed?.timedOut ?? false };
}
