/**
 * @module-tag prove
 * @module-tag processes
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { testEngine } from '#db/testing/test-db';
import { bundle } from '#server/testing/bundle';
import { lookInto, MoneyTraffic, makeFunder } from '#server/testing/money-traffic';
import { LOSSES, type Loss, PowerlessDisk } from '#server/testing/power-cut';
import { newRandom } from '#server/testing/simulation/random';
import { DiskTrace, type Step } from '#server/testing/traced-disk';
import { startBank } from '../../e2e/bank.ts';

/** Determines the cuts and their losses for one trace. */
const SEED = 7;
const CUTS = 300;
const CONTROL_CUTS = 60;
const PAYMENTS = 400;
const APP_KEYS = `1:${Buffer.alloc(32).toString('base64')}`;

const isSqlite = testEngine() === 'sqlite';
const folder = join(tmpdir(), `valebank-power-${process.pid}`);
const place = (name: string): string => {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
};
const canTrace = isSqlite && DiskTrace.of(join(folder, 'none'), place('try-compile')) !== null;
if (isSqlite && !canTrace) console.warn('NOT PROVED: power cuts; there is no C compiler');
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

type Run = { database: string; steps: Step[]; acknowledged: string[] };

/**
 * A server that empties its log at a twentieth of the usual size, so that many cuts hit the emptying. `changes`:
 * further replacements in the program.
 */
async function serverWith(name: string, changes: [string, string][]): Promise<string> {
  const file = await bundle('src-server/main.ts', place(name));
  let text = readFileSync(file, 'utf8');
  for (const [from, to] of [['LIMIT_BYTES = 65536e3', 'LIMIT_BYTES = 32768e2'], ...changes]) {
    expect(text.split(from ?? '')).toHaveLength(2);
    text = text.replace(from ?? '', to ?? '');
  }
  writeFileSync(file, text);
  return file;
}

/** Runs the server on a clean database for PAYMENTS payments, then stops it. */
async function runTraced(name: string, server: string): Promise<Run> {
  const dataDir = place(`${name}-data`);
  const database = join(dataDir, 'valebank.db');
  await makeFunder({ DATA_DIR: dataDir, APP_KEYS });
  copyFileSync(database, join(folder, `${name}.db`));
  const trace = DiskTrace.of(database, place(name));
  if (!trace) throw new Error('no C compiler');
  vi.stubEnv('E2E_SERVER', server);
  const bank = await startBank({ DATA_DIR: dataDir, APP_KEYS, LOG_LEVEL: 'silent', ...trace.env });
  onTestFinished(() => bank.stop().catch(() => {}));
  const traffic = await MoneyTraffic.begin([bank.origin], null);
  await traffic.more(PAYMENTS);
  await traffic.end();
  await bank.stop();
  expect([...traffic.answers.keys()]).toEqual(['201']);
  return { database, steps: trace.steps(), acknowledged: [...traffic.acknowledged.values()] };
}

type Cut = { after: number; kind: string; loss: Loss };

/** Evenly many cuts after each kind of step and before each kind of sync, in step order. */
function cutsOf(steps: Step[], count: number): Cut[] {
  const random = newRandom(SEED);
  const places = new Map<string, number[]>();
  const add = (kind: string, after: number) => {
    const known = places.get(kind);
    if (known) known.push(after);
    else places.set(kind, [after]);
  };
  for (const [after, { kind, file }] of steps.entries()) {
    add(`${kind} ${file}`, after);
    if (kind === 'sync' && after > 0) add(`before sync ${file}`, after - 1);
  }
  const cuts: Cut[] = [];
  for (let round = 0; cuts.length < count; round += 1) {
    const loss = LOSSES[round % LOSSES.length] ?? 'dropped';
    for (const [kind, of] of places)
      if (round < LOSSES.length * of.length) cuts.push({ after: random.pick(of) ?? 0, kind, loss });
  }
  return cuts.slice(0, count).sort((one, other) => one.after - other.after);
}

const ANSWERED_TRANSFER = /"transfer":\{"id":"([^"]+)"/;
const answeredIn = ({ kind, bytes }: Step): string[] =>
  kind === 'answer' ? (ANSWERED_TRANSFER.exec(bytes.toString('utf8'))?.slice(1) ?? []) : [];

/** Cuts at every place, opens the result and returns lost acknowledged transfers per cut. */
async function cutAndOpen(name: string, { steps, acknowledged }: Run, cuts: Cut[]) {
  const random = newRandom(SEED);
  const disk = new PowerlessDisk(join(folder, `${name}.db`));
  const dataDir = place(`${name}-cut`);
  const answered: string[] = [];
  const results: (Cut & { lost: number; wrong: unknown })[] = [];
  let taken = 0;
  for (const cut of cuts) {
    for (; taken <= cut.after; taken += 1) {
      const step = steps[taken];
      if (!step) break;
      disk.take(step);
      answered.push(...answeredIn(step));
    }
    disk.cut(join(dataDir, 'valebank.db'), cut.loss, random);
    const { transfers, ledger, audit } = await lookInto({ DATA_DIR: dataDir, APP_KEYS });
    const [there, asked] = [new Set(transfers), new Set(acknowledged)];
    results.push({
      ...cut,
      lost: answered.filter((id) => !there.has(id)).length,
      wrong: transfers.every((id) => asked.has(id)) && ledger.ok && audit.ok ? null : { ledger, audit },
    });
  }
  return results;
}

/** The trace is complete: it reproduces the server's files and contains every answer. */
function expectCompleteTrace(name: string, { database, steps, acknowledged }: Run) {
  const disk = new PowerlessDisk(join(folder, `${name}.db`));
  for (const step of steps) disk.take(step);
  expect(disk.differing(database)).toEqual([]);
  expect(steps.flatMap(answeredIn).sort()).toEqual([...acknowledged].sort());
}

describe.runIf(canTrace)('a power cut under a running server', () => {
  test(`after each of ${CUTS} power cuts everything that was acknowledged is there`, async () => {
    const run = await runTraced('full', await serverWith('full', []));
    expectCompleteTrace('full', run);
    const cuts = cutsOf(run.steps, CUTS);
    const results = await cutAndOpen('full', run, cuts);
    expect(
      results.filter(({ lost, wrong }) => lost > 0 || wrong),
      `with the seed ${SEED}`,
    ).toEqual([]);
    const emptied = run.steps.filter(({ kind, file }) => kind === 'sync' && file === '').length;
    const kinds = new Set(cuts.map(({ kind }) => kind)).size;
    console.log(
      `power cuts: ${CUTS} among ${run.steps.length} steps, after ${kinds} kinds of them, the log emptied ${emptied} times; of ${run.acknowledged.length} acknowledged payments none lost (promise: none lost): held`,
    );
  });

  // With NORMAL the log is synced at checkpoints, not at each COMMIT.
  test('with synchronous=NORMAL the same server loses acknowledged payments, which this test detects', async () => {
    const run = await runTraced('normal', await serverWith('normal', [['synchronous: 2', 'synchronous: 1']]));
    expectCompleteTrace('normal', run);
    const results = await cutAndOpen('normal', run, cutsOf(run.steps, CONTROL_CUTS));
    const losing = results.filter(({ lost }) => lost > 0);
    expect(losing.length).toBeGreaterThan(0);
    const most = Math.max(...losing.map(({ lost }) => lost));
    console.log(
      `power cuts with synchronous=NORMAL: ${losing.length} of ${CONTROL_CUTS} lose, up to ${most} acknowledged payments (promise: the proof sees it): held`,
    );
  });
});
