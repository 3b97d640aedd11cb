import { appendFileSync, readFileSync } from 'node:fs';

/** A source whose faults are planted: its first mutant has `firstNumber`, the others follow in order. */
export type PlantedSource = { path: string; firstNumber: number };

/** One mutant to try, and the test files that may notice it, nearest first (places in `Job.tests`). */
export type Task = { number: number; source: string; tests: number[] };

/** What one session (one process) is to do. `eventsFile` takes what it finds, a line each. */
export type Job = {
  sources: PlantedSource[];
  tests: string[];
  tasks: Task[];
  /** At most so many test files that run the fault are tried for one mutant. */
  mostTests: number;
  /** The same for faults in what modules do while they are loaded. */
  mostTestsAtLoad: number;
  /** So many verdicts are written at once, after the tests that gave them have passed again without a fault. */
  batch: number;
  eventsFile: string;
};

/** What became of a mutant. A time-out is a killed one: the tests take ten times as long as without it. */
export type Verdict = 'killed' | 'timeout' | 'survived' | 'uncovered';

/** `by` is the test that noticed, 'file > name'; `seen` the test files looked at. */
export type Finding = { number: number; verdict: Verdict; by: string | null; seen: string[] };

/** What a session says while it works. */
export type SessionEvent =
  | { kind: 'process'; pid: number }
  | { kind: 'step'; number: number | null; limitSeconds: number }
  | { kind: 'finding'; finding: Finding }
  | { kind: 'trouble'; text: string }
  | { kind: 'again'; careful: boolean }
  | { kind: 'end' };

export const readJob = (file: string): Job => JSON.parse(readFileSync(file, 'utf8')) as Job;

/** Says something to the process that watches. */
export const say = (job: Job, event: SessionEvent): void =>
  appendFileSync(job.eventsFile, `${JSON.stringify(event)}\n`);
