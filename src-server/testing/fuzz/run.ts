import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { z } from 'zod';
import { endTestDb } from '#db/testing/test-db';
import type { DeclaredProcedure } from '#server/access/trpc';
import { collectGarbage } from '../collect-garbage.ts';
import { MATRIX_INPUTS } from '../matrix-inputs.ts';
import { type Belongings, fingerprint, matrixScenes } from '../matrix-scene.ts';
import { inputsOf, spiked } from './inputs.ts';
import { requestOf, type Sent, sender, wrappings } from './requests.ts';

export const FUZZ_ACTORS = ['nobody', 'customer', 'admin', 'moneyToken'] as const;
type FuzzActor = (typeof FUZZ_ACTORS)[number];

/** CPU time limit per call in ms; password hashes and PDFs are exempt. */
export const MAX_CPU_MS = 250;
const EXEMPT =
  /Pdf$|\.pdf$|receipt|exportLedger|^auth\.(login|register|changePassword|closeAccount|recovery|tokens)/;
/** Repeats of a slow call, to rule out a busy machine or garbage collection. */
const TRIES = 3;
/** Refused calls between two comparisons of every table. */
const REFUSED_AT_ONCE = 8;
/** Calls per copy of the bank; a copy that a call changed serves only that procedure. */
const CALLS_A_SCENE = 200;
const WARM_UP_CALLS = 4;

/** Per procedure: calls by status, the most expensive one, refused calls without changes. */
export type FuzzRow = {
  path: string;
  calls: number;
  byStatus: Record<string, number>;
  maxCpuMs: number;
  unchanged: number;
};
export type FuzzReport = { rows: FuzzRow[]; problems: string[]; heapGrowth: number };

type Scenes = Awaited<ReturnType<typeof matrixScenes>>;
type Scene = Awaited<ReturnType<Scenes['next']>> & { send: ReturnType<typeof sender> };

/** Reports a 5xx, a call above MAX_CPU_MS, memory growth above a fifth after warm-up, and writes by refused calls. */
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
    // The first calls load modules, fonts and dictionaries.
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
  readonly #before = this.#used();

  /** Memory growth since the start: 0.2 is a fifth. */
  growth(): number {
    return this.#used() / this.#before - 1;
  }

  #used(): number {
    collectGarbage();
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
      const row: FuzzRow = { path: procedure.path, calls: 0, byStatus: {}, maxCpuMs: 0, unchanged: 0 };
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
    // Grouped by caller: refused calls then share one comparison of tables.
    const each = Math.ceil(samples.length / FUZZ_ACTORS.length);
    for (const [number, [input, wrapping]] of samples.entries()) {
      const actor = FUZZ_ACTORS[Math.floor(number / each)] ?? 'nobody';
      await session.ask(actor, await requestOf(procedure, input, scene.headers[actor], wrapping));
    }
    await session.checkUnchanged();
    if (session.hasSucceeded && procedure.type !== 'query') await this.#leave(scene);
  }

  async #leave({ bank }: Scene): Promise<void> {
    this.#scene = null;
    await endTestDb(bank.db);
  }
}

function askedOf({ path, inputs: [schema = z.object({})] }: DeclaredProcedure, scene: Scene) {
  const validInput = MATRIX_INPUTS[path]?.input(scene.things.own) ?? {};
  const asked = fc.oneof(
    { weight: 1, arbitrary: inputsOf(schema, wordsOf(scene)) },
    { weight: 1, arbitrary: spiked(validInput, schema) },
  );
  return fc.tuple(asked, wrappings);
}

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
    this.row.maxCpuMs = Math.max(this.row.maxCpuMs, cpuMs);
    if (isFailure(status, text) || this.#why() !== '')
      this.problems.push(`${status} ${label} → ${text.slice(0, 200)}${this.#why()}`);
    if (cpuMs > MAX_CPU_MS && !EXEMPT.test(this.procedure.path) && (await this.#isAlwaysSlow(sent)))
      this.problems.push(`${Math.round(cpuMs)} ms ${label}`);
    this.scene.bank.logged.length = 0;
    if (status >= 400 && status < 500) {
      // Reference state before the first refused call.
      if (this.#before === null) this.#before = await fingerprint(this.scene.bank);
      else this.#refused.push(label);
      if (this.#refused.length >= REFUSED_AT_ONCE) await this.checkUnchanged();
    } else {
      this.hasSucceeded = true;
      this.#before = null;
      this.#refused = [];
    }
  }

  async checkUnchanged(): Promise<void> {
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

  /** The log of a failure that the answer does not show. */
  #why(): string {
    const line = this.scene.bank.logged.find((text) => /a request failed|a file broke off/.test(text));
    return line ? `\n  ${line.slice(0, 600)}` : '';
  }

  /** Attempt limits would refuse all but the first calls. */
  async #forgetAttempts(): Promise<void> {
    await this.scene.bank.db.transaction(async (tx) => {
      await tx.delete(tx.tables.attempts);
    });
  }
}

const isFailure = (status: number, text: string): boolean =>
  status >= 500 && !/"code":"(PROVIDER_FAILED|PROVIDER_TIMEOUT|PROVIDER_BUSY|CEP_UNAVAILABLE)"/.test(text);

const told = ({ method, path, body }: Sent): string =>
  `${method} ${path.slice(0, 300)} ${typeof body === 'string' ? JSON.stringify(body).slice(0, 300) : body ? 'a form' : ''}`;
