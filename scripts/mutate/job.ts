import { appendFileSync, readFileSync } from 'node:fs';

export type PlantedSource = { path: string; firstNumber: number };

/** `tests`: indices into `Job.tests`, nearest first. */
export type Task = { number: number; source: string; tests: number[] };

/** The work of one process; findings are written to `eventsFile`, one per line. */
export type Job = {
  sources: PlantedSource[];
  tests: string[];
  tasks: Task[];
  maxTests: number;
  /** Limit for mutants that run while modules load. */
  maxTestsAtLoad: number;
  /** Verdicts written at once, after their tests have passed without a mutant. */
  batch: number;
  eventsFile: string;
};

/** A timeout (an endless loop, a hanging process, or ten times the usual time) counts as killed. */
export type Verdict = 'killed' | 'timeout' | 'survived' | 'uncovered';

/** `by`: the detecting test as 'file > name' · `seen`: test files tried */
export type Finding = { number: number; verdict: Verdict; by: string | null; seen: string[] };

export type SessionEvent =
  | { kind: 'process'; pid: number }
  | { kind: 'step'; number: number | null; limitSeconds: number }
  | { kind: 'finding'; finding: Finding }
  | { kind: 'trouble'; text: string }
  | { kind: 'again'; careful: boolean }
  | { kind: 'end' };

export const readJob = (file: string): Job => JSON.parse(readFileSync(file, 'utf8')) as Job;

export const say = (job: Job, event: SessionEvent): void =>
  appendFileSync(job.eventsFile, `${JSON.stringify(event)}\n`);
