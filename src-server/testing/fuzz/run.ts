import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { z } from 'zod';
import type { DeclaredProcedure } from '#server/access/trpc';
import { MATRIX_INPUTS } from '../matrix-inputs.ts';
import { type Belongings, fingerprint, matrixScenes } from '../matrix-scene.ts';
import { inputsOf, spiked } from './inputs.ts';
import { requestOf, type Sent, sender, wrappings } from './requests.ts';

/** Who asks, by turns. */
export const FUZZ_ACTORS = ['nobody', 'customer', 'admin', 'moneyToken'] as const;
type FuzzActor = (typeof FUZZ_ACTORS)[number];

/** Processor time of one call, in milliseconds, that none may exceed; hashes of passwords and PDFs are told apart. */
export const MAX_CPU_MS = 250;
const DEAR =
  /Pdf$|\.pdf$|receipt|exportLedger|^auth\.(login|register|changePassword|closeAccount|recovery|tokens)/;
/** How often a call that was slow is made again: a machine that is busy, or memory that is tidied, is none of its doing. */
const TRIES = 3;
/** Between two looks at every table. */
const REFUSED_AT_ONCE = 8;
/** Calls on one copy of the bank; one that a call has changed is good for that procedure alone. */
const CALLS_A_SCENE = 200;
const WARM_UP_CALLS = 4;

/** What came of one procedure: calls by status, the dearest one, and refused calls after which nothing had changed. */
export type FuzzRow = {
  path: string;
  calls: number;
  byStatus: Record<string, number>;
  dearestMs: number;
  unchanged: number;
};
export type FuzzReport = { rows: FuzzRow[]; problems: string[]; heapGrowth: number };

type Scenes = Awaited<ReturnType<typeof matrixScenes>>;
type Scene = Awaited<ReturnType<Scenes['next']>> & { send: ReturnType<typeof sender> };

/**
 * Asks every procedure so often, over both transports, with inputs grown from its schemas, and says what does not hold of
 * the four promises: no 5xx, no call above MAX_CPU_MS, memory within a fifth after the warm-up, nothing written by refused
 * calls. Whoever cannot be reached in a test (the payment provider, the postal codes) may be answered 502 and 504.
 */
export async function fuzz(
  procedures: readonly DeclaredProcedure[],
  { calls, seed }: { calls: number; seed: number },
): Promise<FuzzReport> {
  const scenes = await matrixScenes();
  const folder = mkdtempSync(join(tmpdir(), 'valebank-fuzz-'));
  writeFileSync(join(folder, 'package.json'), '{}');
  const env = { DATA_DIR: folder, VIACEP_URL: 'http://127.0.0.1:9' };
  try {
    const nextScene = async () => {
      const scene = await scenes.next(env);
      return { ...scene, send: sender(scene.bank) };
    };
    const run = new Run(nextScene, seed);
    // Modules, fonts and dictionaries are loaded by the first call that needs them.
    await run.all(procedures, Math.min(WARM_UP_CALLS, calls));
    const heap = new Heap();
    const { problems } = run;
    run.rows = [];
    await run.all(procedures, calls);
    return { rows: run.rows, problems, heapGrowth: heap.growth() };
  } finally {
    await scenes.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

class Heap {
  readonly #collect: () => void;
  readonly #before: number;

  constructor() {
    setFlagsFromString('--expose-gc');
    this.#collect = runInNewContext('gc') as () => void;
    this.#before = this.#used();
  }

  /** How much more memory is held than at the beginning: 0.2 is a fifth. */
  growth(): number {
    return this.#used() / this.#before - 1;
  }

  #used(): number {
    this.#collect();
    this.#collect();
    return process.memoryUsage().heapUsed;
  }
}

class Run {
  rows: FuzzRow[] = [];
  readonly problems: string[] = [];

  constructor(
    readonly nextScene: () => Promise<Scene>,
    readonly seed: number,
  ) {}

  async all(procedures: readonly DeclaredProcedure[], calls: number): Promise<void> {
    for (const procedure of procedures) {
      const row: FuzzRow = { path: procedure.path, calls: 0, byStatus: {}, dearestMs: 0, unchanged: 0 };
      for (let done = 0; done < calls; done += CALLS_A_SCENE)
        await this.#some(procedure, row, Math.min(CALLS_A_SCENE, calls - done), done);
      this.rows.push(row);
    }
  }

  #scene: Scene | null = null;

  async #some(procedure: DeclaredProcedure, row: FuzzRow, calls: number, done: number): Promise<void> {
    this.#scene ??= await this.nextScene();
    const scene = this.#scene;
    const session = new Session(scene, procedure, row, this.problems);
    const samples = fc.sample(askedOf(procedure, scene), { numRuns: calls, seed: this.seed + done });
    // All of one actor, then the next: who may not ask at all is refused without end, and every table looked at.
    const each = Math.ceil(samples.length / FUZZ_ACTORS.length);
    for (const [number, [input, wrapping]] of samples.entries()) {
      const actor = FUZZ_ACTORS[Math.floor(number / each)] ?? 'nobody';
      await session.ask(actor, await requestOf(procedure, input, scene.headers[actor], wrapping));
    }
    await session.look();
    if (session.hasSucceeded && procedure.type !== 'query') this.#scene = null;
  }
}

/** What a procedure is asked: inputs grown from its schema, and its usual one with a field that is not. */
function askedOf({ path, inputs: [schema = z.object({})] }: DeclaredProcedure, scene: Scene) {
  const usual = MATRIX_INPUTS[path]?.input(scene.things.own) ?? {};
  const asked = fc.oneof(
    { weight: 1, arbitrary: inputsOf(schema, wordsOf(scene)) },
    { weight: 1, arbitrary: spiked(usual, schema) },
  );
  return fc.tuple(asked, wrappings);
}

/** What means something to the bank: everything that either customer has, and their numbers. */
const wordsOf = ({ things, numbers }: Scene): string[] => {
  const idsOf = (of: Belongings) => Object.values(of).filter((id) => typeof id === 'string');
  return [
    ...idsOf(things.own),
    ...idsOf(things.others),
    ...Object.values(numbers),
    '52998224725',
    '31415926590',
  ];
};

/** Calls of one procedure on one copy of the bank. */
class Session {
  hasSucceeded = false;
  #before: string | null = null;
  #refused: string[] = [];

  constructor(
    readonly scene: Scene,
    readonly procedure: DeclaredProcedure,
    readonly row: FuzzRow,
    readonly problems: string[],
  ) {}

  async ask(actor: FuzzActor, sent: Sent): Promise<void> {
    const label = `${this.procedure.path} as ${actor}: ${told(sent)}`;
    const { status, text, cpuMs } = await this.#timed(sent);
    this.row.calls += 1;
    this.row.byStatus[status] = (this.row.byStatus[status] ?? 0) + 1;
    this.row.dearestMs = Math.max(this.row.dearestMs, cpuMs);
    if (isFailure(status, text) || this.#why() !== '')
      this.problems.push(`${status} ${label} → ${text.slice(0, 200)}${this.#why()}`);
    if (cpuMs > MAX_CPU_MS && !DEAR.test(this.procedure.path) && (await this.#isAlwaysSlow(sent)))
      this.problems.push(`${Math.round(cpuMs)} ms ${label}`);
    this.scene.bank.logged.length = 0;
    if (status >= 400 && status < 500) {
      // The first of a row only gives the state to compare with.
      if (this.#before === null) this.#before = await fingerprint(this.scene.bank);
      else this.#refused.push(label);
      if (this.#refused.length >= REFUSED_AT_ONCE) await this.look();
    } else {
      this.hasSucceeded = true;
      this.#before = null;
      this.#refused = [];
    }
  }

  /** Compares every table with what it was before the refused calls. */
  async look(): Promise<void> {
    if (this.#refused.length === 0) return;
    const after = await fingerprint(this.scene.bank);
    if (after === this.#before) this.row.unchanged += this.#refused.length;
    else this.problems.push(`written by a refused call, one of:\n  ${this.#refused.join('\n  ')}`);
    this.#before = after;
    this.#refused = [];
    await this.#forgetAttempts();
  }

  async #timed(sent: Sent) {
    const before = process.cpuUsage();
    const answer = await this.scene.send(sent);
    const { user, system } = process.cpuUsage(before);
    return { ...answer, cpuMs: (user + system) / 1000 };
  }

  async #isAlwaysSlow(sent: Sent): Promise<boolean> {
    for (let tries = 1; tries < TRIES; tries += 1)
      if ((await this.#timed(sent)).cpuMs <= MAX_CPU_MS) return false;
    return true;
  }

  /** What the log says of a failure, which one answer of several, or a file that broke off, does not show. */
  #why(): string {
    const line = this.scene.bank.logged.find((text) => /a request failed|a file broke off/.test(text));
    return line ? `\n  ${line.slice(0, 600)}` : '';
  }

  /** Counted attempts would refuse everything after the first few. */
  async #forgetAttempts(): Promise<void> {
    await this.scene.bank.db.transaction(async (tx) => {
      await tx.delete(tx.tables.attempts);
    });
  }
}

/** 5xx, but for what the bank says of somebody who does not answer it. */
const isFailure = (status: number, text: string): boolean =>
  status >= 500 && !/"code":"(PROVIDER_FAILED|PROVIDER_TIMEOUT|CEP_UNAVAILABLE)"/.test(text);

const told = ({ method, path, body }: Sent): string =>
  `${method} ${path.slice(0, 300)} ${typeof body === 'string' ? JSON.stringify(body).slice(0, 300) : body ? 'a form' : ''}`;
