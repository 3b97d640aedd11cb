import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Finding, Job, SessionEvent } from './job.ts';
import type { Project } from './scopes.ts';

export type Stage = Omit<Job, 'tasks' | 'batch' | 'eventsFile'> & { project: Project };
export type Listener = { found: (finding: Finding) => void; trouble: (text: string) => void };

const BATCH = 20;
/** A process that takes longer to start is considered stuck. */
const START_SECONDS = 180;
const LOOK_EVERY_MS = 200;
/** A mutant that crashes the process this often counts as detected. */
const MAX_CRASHES = 2;

/** `careful`: the next process must run its mutants one by one. */
type SessionEnd = {
  done: boolean;
  finished: Set<number>;
  hung: number | null;
  crashed: number | null;
  careful: boolean;
};

export async function superviseTasks(stage: Stage, tasks: Job['tasks'], listener: Listener): Promise<void> {
  let left = tasks;
  let careful = false;
  let fruitless = 0;
  const crashes = new Map<number, number>();
  while (left.length > 0) {
    const now = careful ? left.slice(0, BATCH) : left;
    const end = await superviseOne(stage, now, careful ? 1 : BATCH, listener);
    const finish = (number: number, verdict: 'timeout' | 'killed', by: string) => {
      const tests = left.find((task) => task.number === number)?.tests ?? [];
      listener.found({ number, verdict, by, seen: tests.map((place) => stage.tests[place] as string) });
      end.finished.add(number);
    };
    if (end.hung !== null) finish(end.hung, 'timeout', 'the process hangs');
    if (end.crashed !== null) {
      const times = (crashes.get(end.crashed) ?? 0) + 1;
      crashes.set(end.crashed, times);
      if (times >= MAX_CRASHES) finish(end.crashed, 'killed', 'the process ends');
    }
    left = left.filter(({ number }) => !end.finished.has(number));
    careful = end.careful;
    fruitless = end.finished.size > 0 ? 0 : fruitless + 1;
    if (fruitless > 3) throw new Error(`no progress in 4 processes: ${left.length} mutants left`);
  }
}

async function superviseOne(
  stage: Stage,
  tasks: Job['tasks'],
  batch: number,
  listener: Listener,
): Promise<SessionEnd> {
  const folder = mkdtempSync(join(tmpdir(), 'valebank-mutate-'));
  const job: Job = { ...stage, tasks, batch, eventsFile: join(folder, 'events') };
  writeFileSync(join(folder, 'job.json'), JSON.stringify(job));
  const log = openSync(join(folder, 'log'), 'w');
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config',
      'scripts/mutate/vitest.config.ts',
      '--root',
      '.',
      '--tags-filter=!prove',
    ],
    {
      stdio: ['ignore', log, log],
      env: { ...process.env, MUTATE_JOB: join(folder, 'job.json'), MUTATE_PROJECT: stage.project },
    },
  );
  try {
    const end = await watch(child, job, listener);
    if (end.finished.size === 0 && end.hung === null && !end.careful && !end.done)
      listener.trouble(readFileSync(join(folder, 'log'), 'utf8').slice(-2_000));
    return end;
  } finally {
    closeSync(log);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function watch(child: ChildProcess, job: Job, listener: Listener): Promise<SessionEnd> {
  const end: SessionEnd = { done: false, finished: new Set(), hung: null, crashed: null, careful: false };
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let [read, pid, limitSeconds, since] = [0, 0, START_SECONDS, Date.now()];
  let step: number | null = null;
  let running = true;
  void exited.then(() => {
    running = false;
  });
  for (;;) {
    const isLast = !running;
    const text = existsSync(job.eventsFile) ? readFileSync(job.eventsFile, 'utf8') : '';
    const whole = text.slice(read, text.lastIndexOf('\n') + 1);
    read += whole.length;
    for (const line of whole.split('\n').filter(Boolean)) {
      const event = JSON.parse(line) as SessionEvent;
      if (event.kind === 'process') pid = event.pid;
      if (event.kind === 'step') [step, limitSeconds, since] = [event.number, event.limitSeconds, Date.now()];
      if (event.kind === 'trouble') listener.trouble(event.text);
      if (event.kind === 'end') end.done = true;
      if (event.kind === 'again') end.careful = event.careful;
      if (event.kind === 'end' || event.kind === 'again') step = null;
      if (event.kind !== 'finding') continue;
      end.finished.add(event.finding.number);
      listener.found(event.finding);
    }
    if (isLast) break;
    if (Date.now() - since > limitSeconds * 1_000) {
      if (pid) process.kill(pid, 'SIGKILL');
      child.kill('SIGKILL');
      await exited;
      return { ...end, hung: step };
    }
    await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))]);
  }
  return { ...end, crashed: step };
}
